// The style guide's page: what scripts draw on the site is drawn here by the same scripts, and contrast is measured.

import { html, render } from "../vendor/lit-html/lit-html.js";
import { symbolOf } from "./cards.js";
import { backs, cardPicture, chips, dealerMark, icon, patch, ring, seam, symbol, tricksWon } from "./parts.js";
import { STATES } from "./sample_views.js";
import { sprite } from "./sprite.js";

const at = (id) => document.getElementById(id);
const put = (id, ...inside) => render(inside, at(id));

// --- the table -------------------------------------------------------------------------------------------------------

const SIZES = ["360 × 740", "360 × 640", "740 × 360", "768 × 1024", "1280 × 800", "1920 × 1080"];

const states = Object.entries(STATES);
const groups = [...new Set(states.map(([, { group }]) => group))];
const options = (wanted) =>
  states
    .filter(([, { group }]) => group === wanted)
    .map(([name, { words }]) => html`<option value=${name}>${words}</option>`);

put(
  "state",
  groups.map((group) => html`<optgroup label=${group}>${options(group)}</optgroup>`),
);
put(
  "size",
  SIZES.map((size) => html`<option>${size}</option>`),
);

function show() {
  const frame = at("frame");
  [frame.width, frame.height] = at("size").value.split(" × ");
  const address = `?state=${at("state").value}`;
  if (frame.getAttribute("src") !== address) frame.src = address;
  at("alone").href = address;
  history.replaceState(null, "", `#${at("state").value}`);
}

const step = (by) => {
  const { options, selectedIndex } = at("state");
  at("state").selectedIndex = (selectedIndex + by + options.length) % options.length;
  show();
};

at("state").addEventListener("change", show);
at("size").addEventListener("change", show);
at("before").addEventListener("click", () => step(-1));
at("after").addEventListener("click", () => step(1));
if (location.hash.slice(1) in STATES) at("state").value = location.hash.slice(1);
show();

// --- colours ---------------------------------------------------------------------------------------------------------

const GROUNDS = ["ground", "surface", "raised", "wash", "felt"];
const WORDS_IN = ["ink", "ink-2", "madder-ink", "indigo-ink", "ochre-ink", "moss-ink"];
const ONES = ["madder", "madder-hi", "indigo", "dye-1", "dye-2", "dye-3", "dye-4", "dye-5", "dye-6"];

/** What stands on what, and the least contrast that it needs there. */
const PAIRS = [
  { words: gettext("Words"), least: 4.5, over: GROUNDS, marks: WORDS_IN },
  { words: gettext("Faint words"), least: 4.5, over: ["ground", "surface", "felt"], marks: ["ink-3"] },
  { words: gettext("Words on dye"), least: 4.5, over: ONES, marks: ["on-dye"] },
  { words: gettext("Words on ink"), least: 4.5, over: ["ink"], marks: ["ground"] },
  { words: gettext("Edges and clocks"), least: 3, over: ["ground", "surface", "felt"], marks: ["edge", "ochre"] },
  { words: gettext("Fills"), least: 3, over: ["surface"], marks: ["madder", "indigo"] },
  { words: gettext("Suits, large"), least: 3, over: ["card-paper"], marks: ["suit-h", "suit-d", "suit-s"] },
];

const swatch = (mark, ground, least) => html`<td data-least=${least}>
  <svg class="guide__swatch" viewBox="0 0 88 44" aria-hidden="true"><rect width="88" height="44" rx="8"
    fill="var(--${ground})"/><circle cx="22" cy="22" r="9" fill="var(--${mark})"/><text x="62" y="28"
    text-anchor="middle" fill="var(--${mark})">Aa</text></svg><span class="num"></span></td>`;

const pairs = ({ words, least, over, marks }) => html`<div class="guide__wide" tabindex="0" role="group"
  aria-label=${words}><table class="options"><caption class="eyebrow">${words}</caption>
  <thead><tr><td></td>${over.map((ground) => html`<th scope="col">${ground}</th>`)}</tr></thead>
  <tbody>${marks.map(
    (mark) => html`<tr><th scope="row">${mark}</th>${over.map((ground) => swatch(mark, ground, least))}</tr>`,
  )}</tbody></table></div>`;

const light = (colour) => {
  const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(one, other) {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function measure() {
  for (const cell of document.querySelectorAll("[data-least]")) {
    const [ground, mark] = ["rect", "circle"].map((shape) => getComputedStyle(cell.querySelector(shape)).fill);
    const ratio = contrast(ground, mark);
    cell.dataset.ratio = ratio.toFixed(2);
    cell.querySelector(".num").textContent = ratio.toFixed(1);
    cell.classList.toggle("is-low", ratio < Number(cell.dataset.least));
  }
}

put("colours", PAIRS.map(pairs));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", measure);
measure();

// --- measures --------------------------------------------------------------------------------------------------------

const TYPE = ["11", "12", "13", "14", "16", "18", "22", "28", "36", "48"];
const WORDS = "Үш карта 1,240 Trois cartes";
const SPACES = ["1", "2", "3", "4", "5", "6", "8", "10", "12", "16"];
const CORNERS = ["1", "2", "3", "4", "felt"];

/** What a token is now, as text. */
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const px = (name) => Number.parseFloat(token(name)) * (token(name).endsWith("rem") ? 16 : 1);

put(
  "measures",
  html`<ul class="rows" role="list">${TYPE.map(
    (size) => html`<li class="guide__type"><span class="num">${size}</span>
      <svg height=${Number(size) * 1.4} aria-hidden="true"><text y=${size} font-size=${size} fill="currentColor"
      >${WORDS}</text></svg></li>`,
  )}</ul>`,
  html`<div class="guide__set">${SPACES.map(
    (name) => html`<figure><svg width=${px(`--s-${name}`)} height="24" aria-hidden="true"><rect width="100%"
      height="24" fill="var(--edge)"/></svg><figcaption class="eyebrow">${px(`--s-${name}`)}</figcaption></figure>`,
  )}</div>`,
  html`<div class="guide__set">${CORNERS.map(
    (name) => html`<figure><svg width="72" height="72" aria-hidden="true"><rect width="72" height="72"
      rx=${px(`--r-${name}`)} fill="var(--wash)"/></svg><figcaption class="eyebrow">${px(`--r-${name}`)}</figcaption>
      </figure>`,
  )}</div>`,
);

// --- marks, people, cards --------------------------------------------------------------------------------------------

await sprite; // cards that are drawn before it comes are plain ones
put(
  "marks",
  symbol("mark", "mark", "0 0 64 64"),
  html`<span class="brand">${symbol("mark", "mark", "0 0 64 64")}Azi</span>`,
  html`<span class="azi-head">${symbol("horns", "horns", "0 0 48 20")}</span>`,
  ["H", "D", "S"].map((suit) => symbol(`suit-${suit}`, "guide__suit", "0 0 100 100")),
  ["back", "menu"].map((name) => html`<span class="icon">${icon(name)}</span>`),
);

const NAMES = ["Константин-Богдан", "Timur Abenov", "Олжас", "Айгерім Жұмабек", "Sofia K.", "Kunak"];
const WHOLE = 24;
const LEFT = [24, 18, 10, 3, 0];

put(
  "people",
  NAMES.map((name, index) => patch({ seat: index + 1, name })),
  patch({ seat: 2, name: NAMES[1] }, "ava--s"),
  html`<span class="seat is-out">${patch({ seat: 3, name: NAMES[2] })}</span>`,
  LEFT.map((left) => patch({ seat: 4, name: NAMES[3] }, "", ring(left, WHOLE))),
  patch({ seat: 5, name: NAMES[4] }, "", dealerMark()),
  html`<span class="seat__sit" aria-hidden="true">+</span>`,
  [0, 1, 2].map(tricksWon),
  [1, 3, 4].map((count) => backs(Array.from({ length: count }, () => "??"))),
  chips(12_480_500),
);
put("clocks", LEFT.map((left) => html`<div class="clock">${seam(left, WHOLE)}<span class="num">${left}</span></div>`));

const RANKS = [..."6789TJQKA"];
const lettered = (card, language) => symbol(symbolOf(card, language), "card guide__card", "0 0 100 140");

put(
  "cards",
  [..."hds"].map(
    (suit) => html`<div class="guide__set">${RANKS.map((rank) => cardPicture(rank + suit, "guide__card"))}</div>`,
  ),
  ["fr", "ru"].map(
    (language) => html`<div class="guide__set" lang=${language}>${[..."hds"].map((suit) =>
      [..."JQKA"].map((rank) => lettered(rank + suit, language)),
    )}</div>`,
  ),
  html`<div class="guide__set">${["card--16", "card--32", "card--44", "guide__card"].map((size) =>
    cardPicture("??", size),
  )}${["card--32", "card--44", "guide__card"].map((size) => cardPicture("Kd", size))}</div>`,
  html`<div class="hand guide__hand"><span class="hand__card is-legal">${cardPicture("Kd")}</span>
    <span class="hand__card is-not">${cardPicture("7s")}</span>
    <span class="hand__card">${cardPicture("??")}</span></div>`,
);
document.documentElement.dataset.shown = "";
