// The fairness seal: a round, stitched sign that says whether this browser has checked the deal, and opens what it has
// checked (seal_panel.js). Its states differ in shape and in words.

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { Handshake } from "./handshake.js";
import { number } from "./sentence.js";

const CHECK = "M10.5 16.5l4 4 7.5-8.5";
const OPEN = `0 12${" 2.5 1.5".repeat(9)}`; // a quarter of the ring is left to a number or a mark

// [the sign, how its ring is stitched, words]
const STATES = {
  verified: [CHECK, "2.5 1.5", () => gettext("Deal checked")],
  silent: [
    CHECK,
    OPEN,
    ({ count }) => {
      const format = ngettext(
        "Deal checked, %(count)s seat was silent",
        "Deal checked, %(count)s seats were silent",
        count,
      );
      return interpolate(format, { count: number(count) }, true);
    },
  ],
  not_yet: ["M10.8 16h.4M15.8 16h.4M20.8 16h.4", "1 3", () => gettext("Deal not checked yet")],
  not_counted: ["M16 9.5v8M16 22v.4", "28 20", () => gettext("Your random number was not counted")],
  broken: ["M11.5 11.5l9 9M20.5 11.5l-9 9", "9 3 5 7", () => gettext("The proof is broken")],
  cannot: [
    "M12.6 13.2a3.4 3.4 0 1 1 5 3c-1.1.6-1.6 1.2-1.6 2.4M16 22.2v.3",
    "0.5 3.5",
    () => gettext("Deals can't be checked over this connection"),
  ],
  test: ["M10.5 12.5h7v10h-7zM14 12v-3h7.5v10.5H18", "48 0", () => gettext("Test deck: nothing to check")],
  not_in: ["M11 16h10", "2.5 1.5", () => gettext("Deal checked, without your number")],
  void: ["M10.5 21.5l11-11", "2.5 1.5", () => gettext("Deal called off, and checked")],
};

/** A seal's state in words. */
const sealWords = (seal) => STATES[seal.state][2](seal);

/** Its picture. */
function sealPicture({ state, count, marked }) {
  const [sign, stitches] = STATES[state];
  const beside = count ? number(count) : marked ? "!" : null;
  return html`<svg class="seal__picture" viewBox="0 0 32 32" aria-hidden="true">${svg`<circle cx="16" cy="16" r="13"
    pathLength="48" stroke-dasharray=${beside ? OPEN : stitches}/><path d=${sign}/>`}${
    beside ? svg`<text x="26" y="30">${beside}</text>` : nothing
  }</svg>`;
}

/** What hears of a table's deals, and how that looks. */
export class Seal extends Handshake {
  words = sealWords;
  picture = sealPicture;
  copied = null; // which value of the panel's was copied last
  #open;
  #shown = null; // the seal as it was when the panel opened: what was loud is told there
  #panel = null;

  /** `deps`: as the handshake has them, but `alarm` and `calm` hear words; besides open(), which opens the panel. */
  constructor(table, deps) {
    const calm = () => deps.calm(gettext("Your other device takes part in the deals for you."));
    super(table, { ...deps, calm, alarm: (seal) => this.#alarm(seal, deps.alarm) });
    this.redraw = deps.changed;
    this.#open = deps.open;
  }

  get isLoud() {
    return Boolean(this.seal.loud);
  }

  /** The button. Where it is loud its words show. */
  button() {
    const { seal } = this;
    const words = sealWords(seal);
    const before = seal.marked ? gettext("An earlier deal here was not what was fixed before it.") : "";
    return html`<button type="button" id="seal" class="icon seal seal--${seal.state} ${seal.loud ? "is-loud" : ""}"
      data-seal=${seal.state} title=${words} aria-label=${`${gettext("Fairness")}: ${words}. ${before}`}
      @click=${() => this.#press()}>${sealPicture(seal)}${
        seal.loud ? html`<span class="seal__words">${words}</span>` : nothing
      }</button>`;
  }

  /** What was checked, as a form over the table. */
  panel(view, ui) {
    return this.#panel?.(this, this.#shown, view, ui) ?? nothing;
  }

  async #press() {
    const { panel } = await import("./seal_panel.js").catch(() => ({}));
    if (!panel) return; // the link is lost; the next press tries again
    this.#panel = panel;
    this.#shown = this.seal;
    this.copied = null;
    this.#open();
    this.seen();
  }

  async #alarm(seal, alarm) {
    const { why } = await import("./seal_panel.js").catch(() => ({}));
    alarm([`${sealWords(seal)}.`, why?.(seal)].filter(Boolean).join(" "));
  }
}
