// Keys that press the page's buttons: a key does what its button does, when that can be pressed, and nothing else.
// A key that types no Latin letter counts by its place: on a Russian keyboard F is where А is.

import { html } from "../vendor/lit-html/lit-html.js";
import { keep, kept } from "./settings.js";

const KEPT = "keys";
const TOLD = "keys-told";

/** Whether single keys work (WCAG 2.1.4: they can be turned off). */
export const keysWork = () => kept(KEPT) !== "off";

export const letKeysWork = (on) => keep(KEPT, on ? null : "off");

/** What a listener is told of the keys, once in this browser, or null. */
export function keysNews() {
  if (!keysWork() || kept(TOLD) !== null) return null;
  keep(TOLD, "told");
  return gettext("Press ? for the keys, W to hear how everything stands.");
}

const CARDS = ".hand__card[data-card]";
const STEPS = ".raise .preset";

// [code, what is printed on it, the buttons it presses, what it is for]; the first such button there is gets pressed.
const BUTTONS = [
  ["KeyF", "F", "[data-do=f], [data-do=ahead-f]", () => gettext("Fold")],
  ["KeyC", "C", "[data-do=c], [data-do=ahead-c]", () => gettext("Call")],
  ["KeyR", "R", "[data-do=raise]", () => gettext("Bet or raise: opens the amount; Enter in it bets")],
  ["KeyL", "L", "[data-do=L]", () => gettext("Look at my cards")],
  ["KeyJ", "J", "[data-do=j]", () => gettext("Buy in at Azi")],
  ["KeyO", "O", "[data-do=p]", () => gettext("Stay out of Azi")],
  ["KeyN", "N", "[data-do=next], .dock [data-do=back]", () => gettext("Next game; I'm back")],
  ["KeyT", "T", ".last", () => gettext("Last trick")],
  ["KeyH", "H", "[data-do=hint_open]", () => gettext("Hint, where only bots play")],
  ["KeyM", "M", "#menu", () => gettext("Menu")],
  ["KeyS", "S", "[data-do=sound]", () => gettext("Sound")],
];

const OTHERS = [
  ["1 2 3 4", () => gettext("A card of mine; with the amount open: minimum, ½ bank, bank, all in")],
  ["+ −", () => gettext("More, less; in the amount also ↑ and ↓")],
  ["Enter", () => gettext("Put away the chosen card")],
  ["Esc", () => gettext("Close the hint or the amount; take back what was chosen beforehand")],
  ["'", () => gettext("Say the last thing again")],
  ["W", () => gettext("Say how everything stands")],
  ["?", () => gettext("These keys")],
];

const isOpen = (button) => button && !button.disabled && button.ariaDisabled !== "true";

/** Press a button as a click would: what guards clicks guards keys too. */
const press = (button) => {
  if (isOpen(button)) button.click();
  return Boolean(button);
};

const steps = (root) => [...root.querySelectorAll(STEPS)].filter((one) => one.checkVisibility());

/** The n-th usual amount while the panel is open, else the n-th card. A card that can't be played says why. */
function pressNth(root, index) {
  if (root.querySelector(".raise")) return press(steps(root)[index]);
  const card = root.querySelectorAll(CARDS)[index];
  card?.click();
  if (card?.ariaPressed === "true") root.querySelector("[data-do=x]")?.focus();
  return Boolean(card);
}

const pressStep = (root, up) => press(root.querySelector(`.raise .step:${up ? "last" : "first"}-child`));

function raise(root) {
  const field = root.querySelector("#raise-to");
  if (!field) return press(root.querySelector("[data-do=raise]"));
  field.focus();
  field.select();
  return true;
}

const isTyped = (target) => target.closest("input:not([type=range]), textarea, select, [contenteditable]") !== null;

const STEP_KEYS = { "+": true, "=": true, "-": false };

/** What a key is called here: as in BUTTONS, or a code of the browser's. */
const called = ({ key, code }) => (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code);

const WHILE_READING = ["KeyM", "KeyS", "KeyW", "Quote", "Semicolon", "Slash"];

/** What a key does, as a function that says whether it did anything, or null. */
function meaning(event, root, acts, more) {
  const { key, code, shiftKey } = event;
  const name = called(event);
  if (key in STEP_KEYS) return () => pressStep(root, STEP_KEYS[key]);
  if (key === "?" || name === "Slash") return () => acts.openKeys();
  if (shiftKey) return null;
  const nth = /^Digit([1-4])$/.exec(code) ?? (code.startsWith("Numpad") && /^([1-4])$/.exec(key));
  if (nth) return () => pressNth(root, Number(nth[1]) - 1);
  if (name === "KeyR") return () => raise(root);
  if (name === "KeyW") return () => acts.sayAll();
  if (name === "Quote" || name === "Semicolon") return () => acts.sayAgain();
  const found = [...BUTTONS, ...more].find(([at]) => at === name);
  return found ? () => press(root.querySelector(found[2])) : null;
}

/** Keys within the field of the amount, which types everything else itself. */
function inAmount(event, root, acts) {
  if (event.key === "ArrowUp" || event.key === "ArrowDown") return pressStep(root, event.key === "ArrowUp");
  if (event.key !== "Escape") return false;
  event.target.blur();
  acts.stepBack();
  return true;
}

/** Hear the keys of the page; `root` holds the buttons. `more` are those that only this page has, as in BUTTONS. */
export function hearKeys(root, acts, more) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target.id === "raise-to") {
      if (inAmount(event, root, acts)) event.preventDefault();
      return;
    }
    if (isTyped(target) || root.querySelector(".sheet--form")) return;
    if (key === "Escape" && !root.querySelector(":popover-open")) acts.stepBack();
    const does = keysWork() ? meaning(event, root, acts, more) : null;
    if (!does || (event.repeat && !(key in STEP_KEYS))) return;
    // Who reads the menu or the list of keys is not playing.
    const reads = root.querySelector("#seat-menu:popover-open, #keys:popover-open");
    if (reads && !WHILE_READING.includes(called(event)) && key !== "?") return;
    acts.usedKeys();
    if (does() !== false) event.preventDefault();
  });
}

/** Write on each button which key presses it: readers are told, and it shows once keys are used (azi.css). */
export function markKeys(root, more) {
  const works = keysWork();
  const mark = (button, name) => {
    if (works && isOpen(button)) button.setAttribute("aria-keyshortcuts", name);
    else button.removeAttribute("aria-keyshortcuts");
  };
  for (const [, name, selector] of [...BUTTONS, ...more]) {
    root.querySelectorAll(selector).forEach((button) => mark(button, name));
  }
  steps(root).forEach((button, index) => mark(button, String(index + 1)));
  const panel = root.querySelector(".raise") !== null;
  root.querySelectorAll(CARDS).forEach((card, index) => {
    if (panel) card.removeAttribute("aria-keyshortcuts");
    else mark(card, String(index + 1));
  });
}

const row = (name, words) => html`<div><dt>${name.split(" ").map((one) => html`<kbd>${one}</kbd> `)}</dt
  ><dd>${words}</dd></div>`;

/** The list of keys; `works` says whether they are on. */
export const keyList = (works, more) => html`<div id="keys" class="panel pop pop--keys" popover role="dialog" tabindex="0"
  aria-labelledby="keys-title"><h2 id="keys-title">${gettext("Keys")}</h2>
  ${works ? "" : html`<p class="msg msg--note">${gettext("Single keys are off: turn them on in the menu.")}</p>`}
  <dl class="keys">${[...BUTTONS, ...more].map(([, name, , words]) => row(name, words()))}
  ${OTHERS.map(([name, words]) => row(name, words()))}</dl></div>`;

/** Open the list, or close it; who opens it reads it. */
export function toggleKeys() {
  const list = document.getElementById("keys");
  if (list.togglePopover()) list.focus();
}
