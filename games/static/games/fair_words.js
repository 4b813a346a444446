// What the verifier finds (fair.js), in words for people: a sentence for each fault and for each state of a deal.

import { theCard } from "./names.js";

/** A card by its number, as a sentence names it. */
export const cardOf = (number) => theCard("6789TJQKA"[number % 9] + "hds"[Math.floor(number / 9)]);

const FAULTS = {
  malformed: () => gettext("The record can't be read: a part of it is missing or has the wrong form."),
  scheme: () => gettext("The record is of another kind than this page can check."),
  seats: () => gettext("The seats of this deal are not in their order."),
  header_hash: () => gettext("What was fixed before the deal was changed afterwards."),
  prev: () => gettext("This deal doesn't continue the record of the deal before it."),
  deal_no: () => gettext("This deal doesn't follow the deal before it: one is missing."),
  next: () => gettext("The deal after this one continues another record of it."),
  absent: () => gettext("There is no record of this deal."),
  other_table: () => gettext("This deal is of another table than the deal before it."),

  reveal_seats: () => gettext("The random numbers shown are not those of the seats of this deal."),
  no_commitment: () => gettext("Seat %(seat)s had fixed no random number before the deal, but one was counted."),
  reveal: () => gettext("The random number of seat %(seat)s is not the one that was fixed before the deal."),
  combined: () => gettext("The random numbers were put together wrongly: one was left out or changed."),
  pick: () => gettext("Another deck was used than the one that the random numbers chose."),
  cut: () => gettext("The deck was cut in another way than the random numbers said."),
  drawn_dealer: () => gettext("Another dealer was drawn than the one that the random numbers chose."),
  audit_decks: () => gettext("The decks shown are not the seven that were not used."),
  audit: () => gettext("Deck %(deck)s, which was not used, is not the one that was fixed before the deal."),
  leaves: () => gettext("The deck that was used is not the one that was fixed before the deal."),

  leaf_index: ({ seat }) =>
    seat
      ? gettext("A card of seat %(seat)s was taken from another place in the deck than its own.")
      : gettext("%(card)s was taken from another place in the deck than its own."),
  opening: ({ seat }) =>
    seat
      ? gettext("A card of seat %(seat)s is not the one that lay there when the deck was fixed.")
      : gettext("A card shown as %(card)s is not the one that lay there when the deck was fixed."),
  card_twice: () => gettext("The deck that was used holds %(card)s twice."),
  undealt: () => gettext("A card was shown that was not dealt to anybody."),

  dealing: () => gettext("The cards were not dealt to the seats in their order."),
  hands: () => gettext("The hands dealt have neither three cards nor four."),
  positions: () => gettext("Seat %(seat)s was dealt other cards than those whose turn it was."),
  turn_up: () => gettext("The card turned up is not the one that came after the hands."),
  not_dealt_in: () => gettext("Seat %(seat)s acted, but was dealt no cards."),
  no_play: () => gettext("A card was shown that nobody had played."),
  not_opened: () => gettext("Seat %(seat)s played a card that has no proof."),
  not_its_card: () => gettext("Seat %(seat)s played or put away a card that it was not dealt."),
  discard: () => gettext("Seat %(seat)s put away a card that it could not put away."),
  spent: () => gettext("Seat %(seat)s played or put away the same card twice."),
  played_card: () =>
    gettext("The card that seat %(seat)s played is not the one that lay there when the deck was fixed."),

  after_void: () => gettext("The deal was called off, but its record goes on."),
  not_combined: () => gettext("The deal was called off before a deck was chosen, but its record holds cards."),
  no_deck_seed: () => gettext("The deal was called off, but the deck that was used is not shown."),
  stray_deck_seed: () => gettext("The deck that was used is shown, although the deal was not called off."),
  deck_seed: () => gettext("The deck shown when the deal was called off is not the one that was fixed before it."),
  record_hash: () => gettext("Something in the record was changed or left out afterwards."),
};

/** What is wrong, for a fault's code and what it is about. */
export function faultWords(code, about = {}) {
  const { seat, deck, card } = about;
  const values = { seat, deck, card: Number.isInteger(card) ? cardOf(card) : "" };
  const words = interpolate((FAULTS[code] ?? FAULTS.malformed)(about), values, true);
  return words[0].toLocaleUpperCase(document.documentElement.lang || "en") + words.slice(1);
}

const STATES = {
  verified: () => gettext("Verified: your browser has checked this deal, and all of it is what was fixed before."),
  not_yet: () => gettext("Not verified yet."),
  silent: (count) =>
    ngettext(
      "Verified. %(count)s seat fixed a random number and then didn't show it.",
      "Verified. %(count)s seats fixed random numbers and then didn't show them.",
      count,
    ),
  not_counted: () => gettext("Not counted: your random number was left out of this deal."),
  not_in: () =>
    gettext("Your random number isn't in this deal: your browser came too late for it. All else is checked."),
  broken: () => gettext("Broken: this deal is not what was fixed before it."),
  cannot: () => gettext("This connection can't verify: your browser checks only what came over https."),
  test: () => gettext("Test deck: there is nothing to verify."),
  void: () => gettext("Called off. Your browser has checked what was fixed before, and nothing was changed."),
};

/** What a deal's state means. `silent` is the number of seats that committed and stayed silent. */
export const stateWords = (state, silent = 0) => interpolate(STATES[state](silent), { count: silent }, true);

/** Of a deal in which no player's seed was counted. */
export const aloneWords = () => gettext("No player's random number took part: the site alone fixed this deal.");
