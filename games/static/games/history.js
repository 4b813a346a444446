// A deal's public events, in the record's words ("2r60", "3Kh"), read as facts.

const CARD = /^[6-9TJQKA][hds]$/;

/** One event as {n, seat, word, value, chips}; its word is L b r c f x j p, or "card" with the card as its value. */
export function read({ n, a, chips }) {
  const seat = Number(a[0]);
  const rest = a.slice(1);
  if (CARD.test(rest)) return { n, seat, word: "card", value: rest, chips };
  const amount = rest.slice(1);
  return { n, seat, word: rest[0], value: amount && /^\d+$/.test(amount) ? Number(amount) : null, chips };
}

export const events = (view) => view.events.map(read);

/** Whether the bid at event number `n` was made by a seat that hadn't looked (rules 6.4). */
export function wasBlind(view, seat, n) {
  if (!view.ruleset.blind) return false;
  return !events(view).some((event) => event.seat === seat && event.word === "L" && event.n < n);
}

const KEPT = 40; // events of a deal that a view has at most

/** The value that a call brought its seat's bid to: the level, or what a whole stack reached; null if unknown. */
export function calledTo(view, call) {
  let [level, bid] = [null, 0];
  for (const { n, seat, word, value, chips } of events(view)) {
    if (word === "b" || word === "r") level = value;
    if (seat === call.seat) {
      if (word === "b" || word === "r") bid = value;
      if (word === "c") bid = Math.min(level, bid + (chips ?? 0) * (wasBlind(view, seat, n) ? 2 : 1));
    }
    if (n === call.n) break;
  }
  return view.events.length < KEPT ? level && bid : level; // with earlier bids cut off, what is likely
}

/** The last bet or raise of this deal, or null. */
export const lastRaise = (view) => events(view).findLast(({ word }) => word === "b" || word === "r") ?? null;

/** The finished tricks of this deal: lists of {seat, card} in the order of play. */
export function tricks(view) {
  const plays = events(view)
    .filter(({ word }) => word === "card")
    .map(({ seat, value }) => ({ seat, card: value }));
  const again = plays.findIndex(({ seat }, index) => plays.slice(0, index).some((play) => play.seat === seat));
  const players = Object.values(view.result?.players ?? view.seats);
  const size = again < 0 ? players.filter((player) => player.in).length : again;
  const finished = [];
  for (let start = 0; size && start + size <= plays.length; start += size)
    finished.push(plays.slice(start, start + size));
  return finished;
}
