// What bids are open to the viewer and what each costs (rules 6), read from `legal` and `cost` of a view.

const RANGE = /^([br])(\d+)\.\.(\d+)$/;

/** The open bet or raise as {word: "b"|"r", min, max}, or null. */
export function range(view) {
  for (const action of view.legal) {
    const found = RANGE.exec(action);
    if (found) return { word: found[1], min: Number(found[2]), max: Number(found[3]) };
  }
  return null;
}

/** Chips that a bid to `value` takes now: a bet by a seat that hasn't looked counts double (rules 6.4). */
export function price(seat, value) {
  const owed = Math.max(0, value - seat.bid);
  return seat.looked ? owed : Math.ceil(owed / 2);
}

/** Chips that staying in takes: what calling costs, at most the stack. */
export const callPrice = (view, seat) => view.cost.c ?? Math.min(seat.stack, price(seat, view.level));

export const clamp = (value, { min, max }) => Math.min(max, Math.max(min, Math.round(value) || min));

/** A value from the slider, whose steps begin at min and may stop short of max: past the last whole step is max. */
export const fromSlider = (value, open, step) => (value + step > open.max ? open.max : clamp(value, open));

/** The usual bids, as [name, value] with name "min"|"half"|"bank"|"all" (what the stack reaches); each value once. */
export function presets(view, open) {
  const wanted = [
    ["min", open.min],
    ["half", view.level + Math.ceil(view.bank / 2)],
    ["bank", view.level + view.bank],
    ["all", open.max],
  ];
  const seen = new Set();
  return wanted.filter(([name, value]) => {
    const fits = name === "all" ? !seen.has(value) : value >= open.min && value < open.max && !seen.has(value);
    if (fits) seen.add(value);
    return fits;
  });
}

/** Why no bet or raise is open to the seat that is asked (rules 6.6): "short", "used" or "alone". */
export function whyNoRaise(view, seat) {
  if (price(seat, view.level) >= seat.stack) return "short";
  const made = view.events.filter(({ a }) => Number(a[0]) === seat.seat && "br".includes(a[1])).length;
  return view.ruleset.raises !== null && made >= view.ruleset.raises ? "used" : "alone";
}
