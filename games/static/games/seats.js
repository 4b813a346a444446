// Who sits where, as this viewer sees it: the viewer below, the others clockwise from the lower left.

// Places s1 (lower left) … s5 (lower right) that the other seats of a table of 2 to 6 take.
const PLACES = { 2: [3], 3: [2, 4], 4: [1, 3, 5], 5: [1, 2, 4, 5], 6: [1, 2, 3, 4, 5] };

export const seatOf = (view, number) => view.seats.find((seat) => seat.seat === number) ?? null;
export const mySeat = (view) => (view.my_seat === null ? null : seatOf(view, view.my_seat));
export const freeSeats = (view) =>
  Array.from({ length: view.seats_total }, (_, index) => index + 1).filter((number) => !seatOf(view, number));

/** The number of the seat drawn below: the viewer's own, or for a spectator the last one. */
export const lowest = (view) => view.my_seat ?? view.seats_total;

/** The seats but the lowest, as [place, number, seat or null] clockwise from the lower left. */
export function around(view) {
  const total = view.seats_total;
  return (PLACES[total] ?? PLACES[6]).map((place, index) => {
    const number = ((lowest(view) + index) % total) + 1;
    return [place, number, seatOf(view, number)];
  });
}

/** Seat numbers from `first` on, clockwise, of the seats still in. */
export function inFrom(view, first) {
  const numbers = view.seats.filter((seat) => seat.in).map((seat) => seat.seat);
  return [...numbers.filter((number) => number >= first), ...numbers.filter((number) => number < first)];
}

/** The letters on a seat's patch: the first of the first two words, or the first two of one. */
export function initials(name) {
  const words = name.split(/[\s\-_.]+/u).filter(Boolean);
  const letters =
    words.length > 1 ? [...words[0]].slice(0, 1).concat([...words[1]].slice(0, 1)) : [...name].slice(0, 2);
  return letters.join("").toLocaleUpperCase();
}

/** Whether the table is a tournament's: its seats are given and taken by the tournament. */
export const isTournament = (view) => view.stakes === "tournament";

/** Whether it is an arena's, whose players pause in place of sitting out; table.js knows it from its page. */
export const isArena = (view) => view.arena === true;

/** Whether the viewer sits out of a tournament: dealt in all the same, and the clock answers for them. */
export const isAbsent = (view) => isTournament(view) && Boolean(mySeat(view)?.sitting_out);

/** The other people who sit here and play on. */
export const otherPeople = (view) =>
  view.seats.filter((seat) => !seat.bot && !seat.leaving && !seat.sitting_out && seat.seat !== view.my_seat);

/** What only the viewer needs to know of their own seat: {show_at_once, top_up_to, broke_until}; empty for others. */
export const ownTerms = (view) => view.mine ?? {};

/** Whether the viewer's seat can't pay the next ante and is offered time to mend that. */
export const isBroke = (view) => Boolean(ownTerms(view).broke_until) && ownTerms(view).top_up_to == null;
