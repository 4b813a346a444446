// Cards as the wire writes them: rank and suit ("Th"), "??" for one that is held but not to be seen.
// What beats what is rules 7; the six on the road is rules 2.

const RANKS = "6789TJQKA";

export const HIDDEN = "??";

export const rankOf = (card) => card[0];
export const suitOf = (card) => card[1];
export const isHidden = (card) => card === HIDDEN;

// As the players of a country have them on their jacks, queens, kings and aces; else J Q K A.
export const LETTERS = { en: "JQKA", fr: "VDRA", ru: "ВДКТ" };

/** The sprite's symbol for a card, with these letters. */
export function symbolOf(card, letters = "en") {
  if (isHidden(card)) return "back";
  const rank = rankOf(card) === "T" ? "10" : rankOf(card);
  const lettered = LETTERS.en.includes(rank) && letters !== "en";
  return suitOf(card).toUpperCase() + rank + (lettered ? `-${letters}` : "");
}

/** What stands in a card's corner, with these letters. */
export const cornerOf = (card, letters) =>
  rankOf(card) === "T" ? "10" : (LETTERS[letters][LETTERS.en.indexOf(rankOf(card))] ?? rankOf(card));

/** How high a card stands in a trick that `led` began: trumps over the led suit over all else (below 0: cannot win). */
function strength(card, led, trump, sixUp) {
  const rank = RANKS.indexOf(rankOf(card));
  if (suitOf(card) === trump) return sixUp && rank === 0 ? 200 : 100 + rank;
  return suitOf(card) === led ? rank : -1;
}

/** Which of the cards played so far is winning the trick: an index, or -1 for an empty trick. */
export function best(cards, trump, sixUp) {
  let winning = -1;
  cards.forEach((card, index) => {
    const led = suitOf(cards[0]);
    if (winning < 0 || strength(card, led, trump, sixUp) > strength(cards[winning], led, trump, sixUp)) winning = index;
  });
  return winning;
}

/** What the hand must do in this trick: "lead", "follow" the led suit, "trump", or "any" (rules 7.1). */
export function duty(hand, trick, trump) {
  if (!trick.length) return "lead";
  const led = suitOf(trick[0].card);
  if (hand.some((card) => suitOf(card) === led)) return "follow";
  return hand.some((card) => suitOf(card) === trump) ? "trump" : "any";
}
