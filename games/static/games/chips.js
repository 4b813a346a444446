// An amount as piles of chips. A pile is one denomination; the number beside them is what counts.

const STEPS = [1, 5, 25];
const MOST_PILES = 3;
const MOST_CHIPS = 5;
const DYES = 6;

/** The denominations up to an amount, the largest first, as [value, place among all]: 1, 5, 25, 100, 500, 2,500, … */
function denominations(amount) {
  const found = [];
  for (let value = 1, place = 0; value <= amount; place += 1, value = STEPS[place % 3] * 100 ** Math.floor(place / 3)) {
    found.unshift([value, place]);
  }
  return found;
}

/** The piles of an amount, the dearest first: {dye 1 … 6, count}. What three piles of five can't tell is left out. */
export function piles(amount) {
  let rest = amount;
  const all = denominations(amount).map(([value, place]) => {
    const count = Math.floor(rest / value);
    rest -= count * value;
    return { dye: (place % DYES) + 1, count: Math.min(MOST_CHIPS, count) };
  });
  return all.filter(({ count }) => count > 0).slice(0, MOST_PILES);
}
