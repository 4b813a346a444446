// Decks of chance, drawn by this browser: every order of the 27 cards is as likely as any other.

const CARDS = ["h", "d", "s"].flatMap((suit) => [..."6789TJQKA"].map((rank) => rank + suit));
const NUMBERS = 2 ** 32;

const drawn = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** A whole number from 0 to below `bound`, each as likely; `draw` gives 32 bits of chance. */
export function below(bound, draw = drawn) {
  const end = NUMBERS - (NUMBERS % bound); // beyond it the lower numbers would come more often
  for (;;) {
    const number = draw();
    if (number < end) return number % bound;
  }
}

/** These things in an order of chance (Fisher-Yates). */
export function shuffled(things, draw = drawn) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, draw);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** The word of a deck, as a record has it. */
export const deck = () => shuffled(CARDS).join("");

/** A name for a game: 32 hexadecimal digits. */
export const gameId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
