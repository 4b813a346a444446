// Whole views of the table's protocol, around the game's part that the rules make of them.

const PERSON = "you";
const NOTHING_TO_SET = { show_at_once: true, top_up_to: null, broke_until: null };

const playerOf = (seat, me) => (seat === me ? PERSON : `bot-${seat}`);

/** Somebody's public facts, whatever is played; without `me` nobody is known to be a bot. */
const somebody = (seat, names, me) => ({
  player: playerOf(seat, me),
  name: names[seat] ?? "",
  bot: me !== null && seat !== me,
  online: true,
  sitting_out: false,
  waiting: false,
  leaving: false,
  bank_ms: 0,
});

const resultOf = (part, names, me) => {
  if (!part.result) return null;
  const players = part.seats.map((one) => {
    const { player, name, bot } = somebody(one.seat, names, me);
    return [one.seat, { player, name, bot, in: one.in, tricks: one.tricks, last: one.last }];
  });
  return { ...part.result, players: Object.fromEntries(players) };
};

/** How many chairs there are: no empty ones, where seats have no gaps. */
const chairs = (seats) => (seats.at(-1).seat === seats.length ? seats.length : 6);

/** The view of docs/protocol.md; `me` is the person's seat, null where nobody is known to be one. */
export const whole = (part, { names, me, ...outer }) => ({
  type: "view",
  table: "practice",
  epoch: "practice",
  name: "",
  private: false,
  buy_in: [0, 0],
  stakes: "practice",
  turn_ms: 0,
  bots: true,
  bot_level: null,
  watching: 0,
  game: "",
  game_no: 1,
  next_deal: null,
  ask: null,
  ...part,
  seats_total: chairs(part.seats),
  phase: part.phase === "deal" ? "shuffle" : part.phase,
  seats: part.seats.map((one) => ({ ...somebody(one.seat, names, me), ...one })),
  result: resultOf(part, names, me),
  mine: part.my_seat === null ? null : NOTHING_TO_SET,
  deadline: null,
  next: null,
  ...outer,
});

/** A record's steps as the replay's page hears them from a server: {views, waits}. */
export const replayed = ({ views, waits, names }, { me = null, game = "" }) => ({
  views: views.map((part, step) => whole(part, { names, me, game, version: step + 1 })),
  waits,
});
