// The places around the table: who sits there, what they hold and did, whose turn it is and for how long.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { isHidden } from "./cards.js";
import { cardName } from "./names.js";
import { backs, chipPiles, chips, dealerMark, nameOf, openHand, patch, ring, tricksWon } from "./parts.js";
import { around, lowest, seatOf } from "./seats.js";
import { fill, number } from "./sentence.js";
import { absence, seatLabel } from "./words.js";

/** The stitches that are left to a seat that is asked (design: the time bank counts in the bidding and in play). */
const clock = (view, seat, ui) => {
  if (view.deadline === null || !view.to_act.includes(seat.seat)) return nothing;
  const bank = view.phase === "bid" || view.phase === "play" ? seat.bank_ms : 0;
  return ring(view.deadline - ui.now, view.turn_ms + bank);
};

/** A seat's patch with its clock, and the dealer's mark. */
export const face = (view, seat, ui) => {
  const mark = view.dealer === seat.seat ? dealerMark() : nothing;
  return patch(seat, "", [clock(view, seat, ui), mark]);
};

/** Whether the seat's cards lie open, as only practice shows another's. */
const isOpen = (seat) => seat.cards.length > 0 && !seat.cards.some(isHidden);

/** Said to readers only: what others see from patches, rings and positions. */
export function aside(view, seat) {
  const held = seat.in ? seat.cards.length : 0;
  const open = isOpen(seat) && seat.seat !== view.my_seat && seat.cards.map(cardName).join(", ");
  const cards = open || interpolate(ngettext("%(count)s card.", "%(count)s cards.", held), { count: held }, true);
  const words = [
    view.dealer === seat.seat && gettext("Dealer."),
    view.to_act.includes(seat.seat) && gettext("To act."),
    held && cards,
    seat.bid > 0 && fill(gettext("Bid %(amount)s."), seat.bid),
  ];
  return html`<span class="sr">${words.filter(Boolean).join(" ")}</span>`;
}

/** Who would lead, or leads. */
export const leads = (view, seat) =>
  view.leader === seat.seat && (view.phase === "bid" || view.phase === "play")
    ? html`<span class="seat__lead">${pgettext("a player", "leads")}</span>`
    : nothing;

const label = (view, seat) => {
  const showsTricks = view.phase === "play" ? seat.in : view.phase === "azi" && seat.tricks > 0;
  if (showsTricks) return html`<span class="act">${tricksWon(seat.tricks)}</span>`;
  const found = seatLabel(view, seat);
  return found ? html`<span class="act ${found.kind && `act--${found.kind}`}">${found.words}</span>` : nothing;
};

const bids = (view, seat) => seat.in && seat.bid > 0 && (view.phase === "bid" || view.phase === "play");

/** What a seat has bid in this deal, as chips before it on the felt. */
const bid = (view, seat) =>
  bids(view, seat)
    ? html`<span class="bid num" aria-hidden="true">${chipPiles(seat.bid)}<span>${number(seat.bid)}</span></span>`
    : nothing;

const LONG = 9_999; // from here on a phone has room for the number alone

/** The same in words, where there is no room before it and its last action doesn't say it. */
const bidNumber = (view, seat) => {
  const said = view.phase === "bid" && "brc".includes(seat.last?.[0] ?? "?");
  if (!bids(view, seat) || said) return nothing;
  const words = fill(gettext("bid %(amount)s"), seat.bid);
  return html`<span class="seat__bid num ${seat.bid > LONG ? "is-long" : ""}" aria-hidden="true"
    ><span>${words}</span>${seat.bid > LONG ? html`<b>${number(seat.bid)}</b>` : nothing}</span>`;
};

const away = (view, seat) => {
  const words = absence(view, seat);
  return words ? html`<span class="seat__away">${words}</span>` : nothing;
};

const taken = (view, place, seat, ui) => {
  const turn = view.to_act.includes(seat.seat) ? "is-turn" : "";
  const out = seat.in && !seat.waiting ? "" : "is-out";
  const held = (out && !isOpen(seat)) || view.phase === "over" ? [] : seat.cards;
  return html`<li class="seat ${place} ${turn} ${out}" data-seat=${seat.seat}>
    <span class="seat__head">${face(view, seat, ui)}<span class="seat__held">${isOpen({ cards: held }) ? openHand(held) : backs(held)}${bid(view, seat)}</span
      >${away(view, seat)}</span>
    <span class="seat__name">${nameOf(seat)}</span>
    ${chips(seat.stack, "seat__chips")}
    <span class="seat__did">${label(view, seat)}${bidNumber(view, seat)}${leads(view, seat)}</span>
    ${aside(view, seat)}
  </li>`;
};

const vacant = (words, plus) =>
  html`<span class="seat__sit" aria-hidden="true">${plus}</span><span class="seat__chips">${words}</span>`;

const empty = (view, place, number, ui) => {
  const maySit = ui.you && view.my_seat === null && view.stakes === "cash";
  const inside = maySit
    ? html`<button class="seat__free" type="button" aria-label=${fill(gettext("Sit here, seat %(amount)s"), number)}
        ?disabled=${!ui.live} @click=${() => ui.acts.openSit(number)}>${vacant(gettext("Sit here"), "+")}</button>`
    : vacant(pgettext("a seat", "Empty"), "");
  return html`<li class="seat ${place} is-empty" data-seat=${number}>${inside}</li>`;
};

const place = (view, where, number, seat, ui) => (seat ? taken(view, where, seat, ui) : empty(view, where, number, ui));

/** The places but the lowest one, clockwise from the lower left. */
export const others = (view, ui) =>
  html`<ul class="seats__list" role="list">${repeat(
    around(view),
    ([, number]) => number,
    ([where, number, seat]) => place(view, `s${where}`, number, seat, ui),
  )}</ul>`;

/** The lowest place, for a viewer who sits nowhere. */
export function lowestPlace(view, ui) {
  const number = lowest(view);
  return html`<ul class="me me--watch" role="list">${place(view, "s0", number, seatOf(view, number), ui)}</ul>`;
}
