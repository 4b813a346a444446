// Small pictures that the table is made of: cards, patches, stitched clocks, chips, tricks won.

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { piles } from "./chips.js";
import { cardName } from "./names.js";
import { plainCard, smallCard } from "./plain_card.js";
import { initials } from "./seats.js";
import { number } from "./sentence.js";
import { hasSprite, pictureOf } from "./sprite.js";

const STITCHES = 24;
const STITCH = 2.7;
const GAP = 1.3;

/** A card's picture. Where the words beside it say it already, it is hidden from readers. */
export const cardPicture = (card, size = "", spoken = true) => html`<svg
  class="card ${size}" viewBox="0 0 100 140" role=${spoken ? "img" : nothing}
  aria-label=${spoken ? cardName(card) : nothing} aria-hidden=${spoken ? nothing : "true"}
  >${hasSprite() ? svg`<use href="#${pictureOf(card)}"></use>` : plainCard(card)}</svg>`;

export const symbol = (name, className, viewBox) => html`<svg class=${className} viewBox=${viewBox} aria-hidden="true"
  ><use href="#${name}"></use></svg>`;

/** Cards held face down. */
export const backs = (cards) =>
  cards.length
    ? html`<span class="backs" aria-hidden="true">${cards.map(() => cardPicture("??", "card--16", false))}</span>`
    : nothing;

/** Cards that another's hand shows, in practice and in its replays. */
export const openHand = (cards) =>
  html`<span class="open-hand open-hand--${cards.length}" aria-hidden="true">${cards.map(
    (card) => html`<svg viewBox="0 0 36 54">${smallCard(card)}</svg>`,
  )}</span>`;

const dashes = (count) =>
  count ? `${`${STITCH} ${GAP} `.repeat(count - 1)}${STITCH} ${STITCHES * (STITCH + GAP)}` : "0 96";

/** The time left as whole stitches around a patch: `left` of `whole` ms. */
export function ring(left, whole) {
  const count = Math.min(STITCHES, Math.max(0, Math.ceil((left / whole) * STITCHES)));
  return html`<svg class="ring" viewBox="0 0 52 52" aria-hidden="true">${svg`<rect class="ring__rest" x="2" y="2"
    width="48" height="48" rx="15.5"/><rect x="2" y="2" width="48" height="48" rx="15.5" pathLength="96"
    stroke-dasharray=${dashes(count)}/>`}</svg>`;
}

/** The time left as a seam, 30 stitches long when whole. */
export function seam(left, whole) {
  const count = Math.min(30, Math.max(0, Math.ceil((left / whole) * 30)));
  return html`<svg viewBox="0 0 240 4" preserveAspectRatio="none" aria-hidden="true">${svg`<line x1="0" y1="2" x2="240"
    y2="2" stroke-dasharray="5 3"/><line x1="0" y1="2" x2=${count * 8} y2="2" stroke-dasharray="5 3"/>`}</svg>`;
}

/** A person's patch; what goes on it (ring, dealer's lozenge) inside. */
export const patch = (seat, size = "", inside = nothing) =>
  html`<span class="ava ava--${seat.seat} ${size}" aria-hidden="true">${initials(seat.name)}${inside}</span>`;

export const dealerMark = () =>
  html`<span class="dealer"><span>${pgettext("dealer's mark, one letter", "D")}</span></span>`;

export const chips = (amount, className = "") => html`<span class="chips ${className}">${number(amount)}</span>`;

const CHIP = { wide: 16, high: 8, over: 3.5, apart: 18 };
const TALL = CHIP.high + CHIP.over * 4;

const chip = (dye, column, row) => {
  const [left, top] = [1 + column * CHIP.apart, 1 + TALL - CHIP.high - row * CHIP.over];
  const [middle, half] = [left + CHIP.wide / 2, top + CHIP.high / 2];
  return svg`<path class="chip-${dye}" d="M${left} ${half}L${middle} ${top}L${left + CHIP.wide} ${half}L${middle} ${
    top + CHIP.high
  }Z"/>`;
};

/** An amount as piles of felt chips; its number stands beside them. */
export function chipPiles(amount) {
  const found = piles(amount);
  const width = found.length * CHIP.apart;
  return html`<svg class="piles" viewBox="0 0 ${width} ${TALL + 2}" width=${width} height=${TALL + 2} aria-hidden="true"
    >${found.map(({ dye, count }, column) => Array.from({ length: count }, (_, row) => chip(dye, column, row)))}</svg>`;
}

/** Two lozenges, filled for each trick won. */
export function tricksWon(count) {
  const words = interpolate(
    ngettext("%(count)s trick won", "%(count)s tricks won", count),
    { count: number(count) },
    true,
  );
  return html`<span class="won" role="img" aria-label=${words}
    ><i class=${count > 0 ? "is-on" : ""}></i><i class=${count > 1 ? "is-on" : ""}></i></span>`;
}

/** Somebody's name; of a bot with the word for it. */
export const nameOf = (seat) => html`<bdi>${seat.name}</bdi>${
  seat.bot ? html` <small class="bot">${pgettext("beside a name", "bot")}</small>` : nothing
}`;

const LINES = {
  back: "M15 5l-7 7 7 7",
  menu: "M5 7h14M5 12h14M5 17h14",
  undo: "M9 6L4.500 10.500 9 15M5 10.500h9a5 5 0 0 1 0 10h-3",
  hands: "M3 12c2.500-4.500 5.500-6.500 9-6.500s6.500 2 9 6.500c-2.500 4.500-5.500 6.500-9 6.500s-6.500-2-9-6.500zM12 9.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600z",
};
export const icon = (name) => html`<svg viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${LINES[name]}/>`}</svg>`;

/** What was refused, where the viewer looks. */
export const errorNote = (ui) => (ui.error ? html`<p class="msg" role="alert">${ui.error}</p>` : calmNote(ui));

/** What happened without anybody's fault; it is told besides, so it needs no role. */
const calmNote = (ui) => (ui.calm ? html`<p class="msg msg--wait">${ui.calm}</p>` : nothing);
