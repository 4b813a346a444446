// Cards without their pictures: what the rank and the suit are, in the same size and colours.

import { nothing, svg } from "../vendor/lit-html/lit-html.js";
import { cornerOf, isHidden, rankOf, suitOf } from "./cards.js";
import { letters } from "./sprite.js";

const SUITS = {
  h: "M0 43C-13 27-46 9-46-16-46-32-35-42-22-42-12-42-4-36 0-27 4-36 12-42 22-42 35-42 46-32 46-16 46 9 13 27 0 43Z",
  d: "M0-49C9-28 22-12 39 0 22 12 9 28 0 49-9 28-22 12-39 0-22-12-9-28 0-49Z",
  s: "M0-47C13-29 45-11 45 13 45 26 35 34 24 34 15 34 8 30 4.5 24 5 34 9 41 17 47H-17C-9 41-5 34-4.5 24-8 30-15 34-24 34-35 34-45 26-45 13-45-11-13-29 0-47Z",
};

const paper = (inside) => svg`<rect x=".75" y=".75" width="98.5" height="138.5" rx="9" fill="var(--card-paper)"
  stroke="var(--card-edge)" stroke-width="1.5"/>${inside}`;

const back = () => svg`<rect x="6" y="6" width="88" height="128" rx="5" fill="var(--back)"/>
  <path d="M16 70H84" stroke="var(--back-ink)" stroke-width="5" stroke-dasharray="12 7"/>`;

const face = (card) => {
  const dye = `var(--suit-${suitOf(card)})`;
  return svg`<text x="8" y="47" font-size="52" font-weight="700" fill=${dye}>${cornerOf(card, letters)}</text><path transform="translate(60 97) scale(.68)" fill=${dye} d=${SUITS[suitOf(card)]}/>`;
};

/** A card as small as can still be read, for hands that lie open at a seat: 36 by 54. */
export const smallCard = (card) => svg`<rect x=".75" y=".75" width="34.5" height="52.5" rx="5" fill="var(--card-paper)"
  stroke="var(--card-edge)" stroke-width="1.5"/><text x="18" y="28" font-size="29" font-weight="700"
  text-anchor="middle" textLength=${rankOf(card) === "T" ? 27 : nothing} lengthAdjust="spacingAndGlyphs"
  fill="var(--suit-s)">${cornerOf(card, letters)}</text><path transform="translate(18 41) scale(.21)"
  fill="var(--suit-${suitOf(card)})" d=${SUITS[suitOf(card)]}/>`;

export const plainCard = (card) => paper(isHidden(card) ? back() : face(card));

/** Turn the copy of a plain card face down. */
export function turnPlain(copy) {
  const rect = copy.querySelector("rect");
  rect.setAttribute("fill", "var(--back)");
  copy.replaceChildren(rect);
}
