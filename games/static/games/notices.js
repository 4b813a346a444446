// What the page says about itself: its link, and what the server refused.

import { mySeat } from "./seats.js";
import { fill, number, sentence } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";

// Where the page knows better than the server what the reader was about to do. Every other refusal's own sentence,
// which names the limits, the sums and the reasons, comes from the server.
const OURS = {
  malformed: () => gettext("The table didn't understand that. Nothing has changed."),
  stale: () => gettext("The game moved on before your answer came. Nothing was done; look again."),
  seat_taken: () => gettext("Somebody took this seat a moment ago. Take another one."),
  signed_out: () => gettext("You were signed out. Sign in again to play on."),
};

/** A refusal in words. */
export const errorWords = (code, message) =>
  OURS[code]?.() || message || gettext("That did not work, and nothing has changed. Try again.");

const ENDED = {
  // A guest has no password to come back with.
  over: () => ({
    words: gettext("This session has ended."),
    href: "lobby",
    link: gettext("See the tables"),
  }),
  signed_out: () => ({ words: gettext("You were signed out."), href: "login", link: gettext("Sign in again") }),
  forbidden: () => ({
    words: gettext("This table is not open to you."),
    href: "lobby",
    link: gettext("See the other tables"),
  }),
  elsewhere: () => ({
    words: gettext("You opened this table elsewhere, so this page stopped."),
    again: gettext("Play here"),
  }),
  cannot: () => ({ words: gettext("This browser can't run the game by itself. Try a newer one.") }),
  silent: () => ({
    words: gettext("This browser has stopped the game. Nothing of it is lost."),
    again: gettext("Go on"),
  }),
  old: () => ({
    words: gettext("A new version of Azi is there. Reload this page to go on."),
    href: "here",
    link: gettext("Reload"),
  }),
};

/** Whether the table is closed for good. */
export const isClosed = (ui) => ui.link.state === "ended" && ui.link.why === "done";

export const BLIP_MS = 2_000;

/** Whether a link was, or has been, lost for so long that it is told in words. */
export const isLong = (ms) => ms >= BLIP_MS;

const WHY = {
  offline: () => gettext("You are offline."),
  restart: () => gettext("The server restarts."),
};

/** Whether the link was lost a moment ago: most come back before anybody has to read about it. */
export const isBlip = (link, now = Date.now()) => link.state === "lost" && !isLong(now - link.since);

/** What time a seat has while its page is away. */
const kept = (view, seat, now) =>
  view.deadline !== null && view.to_act.includes(seat.seat) && view.deadline > now
    ? fill(gettext("Your turn runs on: %(amount)s s."), secondsLeft(view.deadline, now))
    : gettext("Your seat is kept.");

/** About the link: {words, calm, again (a button's words), href and link}, or null while all is well. */
export function linkWords(link, view, now, guest = false) {
  if (link.state === "ended") return ENDED[guest && link.why === "signed_out" ? "over" : link.why]();
  if (link.state !== "lost" || isBlip(link)) return null;
  const seat = view && mySeat(view);
  const seconds = secondsLeft(link.retryAt, Date.now());
  const trying = seconds ? fill(gettext("Trying again in %(amount)s s."), seconds) : gettext("Trying again.");
  const lost = WHY[link.why]?.() ?? gettext("The link is lost.");
  const words = [lost, trying, seat ? kept(view, seat, now) : ""];
  return { words: words.join(" "), calm: true, again: gettext("Try now") };
}

/** Under the table's name. */
export function subtitle(view) {
  if (view.phase === "play") {
    const number_ = view.seats.reduce((sum, seat) => sum + (seat.tricks ?? 0), 0) + 1;
    return fill(gettext("Trick %(amount)s of 3"), Math.min(3, number_));
  }
  if (view.phase === "over") return fill(gettext("Game %(amount)s is over"), view.game_no);
  const { ante, bet } = view.ruleset;
  return interpolate(gettext("Ante %(ante)s, bets from %(bet)s"), { ante: number(ante), bet: number(bet) }, true);
}

/** How many look on without a seat; empty when nobody does, or the view doesn't tell. */
export const audience = ({ watching }) =>
  watching
    ? interpolate(ngettext("%(count)s watching", "%(count)s watching", watching), { count: number(watching) }, true)
    : "";
