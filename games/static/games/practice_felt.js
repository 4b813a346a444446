// What the felt has in practice and at no table: to take back, to see all hands, to deal the same cards again.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { LEVELS, tableFacts } from "./facts.js";
import { cards, keys, opening, row, rules, senses, showAtOnce } from "./menu.js";
import { icon } from "./parts.js";
import { letters } from "./sprite.js";

const mayTakeBack = (view, ui) => ui.live && view.practice.may_take_back;

const takeBack = (view, ui) => html`<button type="button" class="icon" data-do="take_back"
  aria-disabled=${String(!mayTakeBack(view, ui))} aria-label=${gettext("Take back")} title=${gettext("Take back")}
  @click=${() => mayTakeBack(view, ui) && ui.acts.takeBack()}>${icon("undo")}</button>`;

const openHands = (view, ui) => html`<button type="button" class="icon" data-do="open_hands"
  aria-pressed=${String(view.practice.open)} aria-label=${gettext("Show all hands")} title=${gettext("Show all hands")}
  @click=${() => ui.acts.openHands(!view.practice.open)}>${icon("hands")}</button>`;

const STYLES = {
  tight: () => pgettext("a bot's style", "careful play"),
  bold: () => pgettext("a bot's style", "bold play"),
  "blind-lover": () => pgettext("a bot's style", "likes to bet blind"),
};

/** Against whom one plays. */
const company = ({ seats, practice: { bots } }) =>
  seats
    .filter(({ seat }) => bots[seat])
    .map(({ seat, name }) => [html`<bdi>${name}</bdi>`, `${LEVELS[bots[seat].level]()}, ${STYLES[bots[seat].style]()}`]);

const letter = (ui) => ([name, four]) => html`<button type="button" class="preset" translate="no"
  aria-pressed=${String(name === letters)} @click=${() => ui.acts.useLetters(name)}>${[...four].join(" ")}</button>`;

/** Beside the tools, which are always at hand, what is needed now and then. */
const menu = (view, ui) =>
  opening(html`
    ${showAtOnce(view, ui)}
    ${row("again", gettext("Deal this again"), ui.acts.again, ui.live)}
    ${senses(ui)}
    ${keys(ui)}
    ${cards(letter(ui))}
    ${row("show_around", gettext("Show me around"), ui.acts.showAround, ui.advice !== null)}
    ${tableFacts(view, company(view))}
    ${rules(ui)}
    ${row("home", gettext("Other bots or rules"), ui.acts.home, true)}`);

/** Under a result. */
const after = (view, ui) => html`<div class="result__page result__ways">
  ${
    view.practice.kept
      ? html`<a class="btn btn--quiet btn--s" data-do="game" href="${ui.pages.game}#${view.practice.kept}"
          >${gettext("See this game step by step")}</a>`
      : nothing
  }<button type="button" class="btn btn--quiet btn--s" data-do="again" @click=${ui.acts.again}
    >${gettext("Deal this again")}</button></div>`;

const keepsNothing = () =>
  gettext("This browser keeps nothing just now: its storage is full or closed. Leave this page, and the game is lost.");

const notice = (view) =>
  view.practice.troubled ? html`<div class="msg msg--wait notice">${keepsNothing()}</div>` : nothing;

/** What has come about besides the game, in words, where it wasn't so in `old`: [] or more. */
export function practiceNews(old, fresh) {
  const { troubled, refilled } = fresh.practice;
  const isNew = old?.game !== fresh.game;
  return [
    !isNew && old.epoch !== fresh.epoch && gettext("Taken back."),
    troubled && !old?.practice.troubled && keepsNothing(),
    refilled && isNew && gettext("Whoever had too few chips for the ante has a new stack."),
  ].filter(Boolean);
}

/** What page.js and result.js ask of it. */
export const practice = {
  back: (ui) => html`<button type="button" class="icon" data-do="back_home" aria-label=${gettext("Back to practice")}
    @click=${ui.acts.home}>${icon("back")}</button>`,
  menu: (view, ui) => html`${takeBack(view, ui)}${openHands(view, ui)}${menu(view, ui)}`,
  after,
  notice,
  keys: [
    ["KeyZ", "Z", "[data-do=take_back]", () => gettext("Take back")],
    ["KeyV", "V", "[data-do=open_hands]", () => gettext("Show all hands")],
  ],
};
