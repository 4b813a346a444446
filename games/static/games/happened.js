// What has happened from one view of a table to the next: what moves, sounds and calls for attention.

import { isHidden } from "./cards.js";
import { read } from "./history.js";
import { inFrom, isAbsent, mySeat } from "./seats.js";
import { isAsked } from "./words.js";

const MANY = 3; // who was away for more than this looks at how things are, not at how they came about

const NOTHING = {
  dealt: [], // seat numbers in the order of dealing
  looked: false, // the viewer's own cards were turned
  paid: [], // {seat, chips}
  discarded: [], // seat numbers
  played: [], // {seat, card}
  taken: null, // {plays, winner} when a trick is complete
  swept: null, // {plays, winner} when a finished trick leaves the felt
  azi: false,
  won: null, // the winner's seat number when a game is over
  asked: false, // the viewer is asked something else than before
};

const dealOf = (view) => `${view.game} ${view.deal}`;
const holds = (view) => view.seats.some(({ cards }) => cards.length);
const sees = (view) => Boolean(mySeat(view)?.cards.some((card) => !isHidden(card)));

/** The events of `fresh` that `old` hadn't. */
function unseen(old, fresh) {
  const last = old.game === fresh.game ? (old.events.at(-1)?.n ?? 0) : 0;
  return fresh.events.filter(({ n }) => n > last).map(read);
}

const antes = (old, fresh) =>
  fresh.game !== old.game && fresh.game !== null && fresh.bank
    ? fresh.seats.filter(({ paid }) => paid).map(({ seat, paid }) => ({ seat, chips: paid }))
    : [];

function sweeping(old, fresh) {
  const lies = old.phase === "play" && !old.trick.length && old.last_trick.length;
  if (!lies || fresh.phase !== "play" || !fresh.trick.length || dealOf(old) !== dealOf(fresh)) return null;
  return { plays: old.last_trick, winner: fresh.trick[0].seat };
}

function taking(old, fresh) {
  const complete = old.phase === "play" && old.trick.length && fresh.phase === "play" && !fresh.trick.length;
  return complete && fresh.leader !== null ? { plays: fresh.last_trick, winner: fresh.leader } : null;
}

/** What happened, as NOTHING lists it. Nothing, on arriving and where too much has happened to be followed. */
export function happened(old, fresh) {
  const asked = isAsked(fresh) && !isAbsent(fresh) && (old === null || !isAsked(old) || fresh.ask !== old.ask);
  if (old === null || old.epoch !== fresh.epoch || old === fresh) return { ...NOTHING, asked };
  const events = unseen(old, fresh);
  if (events.length > MANY) return { ...NOTHING, asked };
  const of = (word) => events.filter((event) => event.word === word);
  const isDealt = holds(fresh) && fresh.phase !== "over" && (!holds(old) || dealOf(old) !== dealOf(fresh));
  const inGame = fresh.game !== null && fresh.game === old.game;
  return {
    dealt: isDealt && fresh.dealer !== null ? inFrom(fresh, fresh.dealer + 1) : [],
    looked: !isDealt && sees(fresh) && !sees(old) && holds(old),
    paid: [...antes(old, fresh), ...events.filter(({ chips, word }) => chips && word !== "card")],
    discarded: of("x").map(({ seat }) => seat),
    played: of("card").map(({ seat, value }) => ({ seat, card: value })),
    taken: taking(old, fresh),
    swept: sweeping(old, fresh),
    azi: fresh.phase === "azi" && old.phase !== "azi" && inGame,
    won: fresh.phase === "over" && old.phase !== "over" && inGame ? (fresh.result?.winner ?? null) : null,
    asked,
  };
}
