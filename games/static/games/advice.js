// Hints on demand, where everybody else in the game is a bot: the chances that are worked out from our own view.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cardName } from "./names.js";
import { cardPicture } from "./parts.js";
import { isTournament, mySeat } from "./seats.js";
import { number, rich, sentence, text } from "./sentence.js";
import { dutySentence, isAsked } from "./words.js";

const PHASES = ["discard", "bid", "play"];
const PATIENCE_MS = 3_000;

/** Whether the server would give a hint on this view. */
function mayAdvise(view) {
  const me = mySeat(view);
  if (!me?.in || !me.looked || me.waiting || isTournament(view) || !PHASES.includes(view.phase)) return false;
  return view.seats.every((seat) => seat.bot || seat.waiting || seat.seat === me.seat);
}

/** A hint is of one question and of what has happened up to it. */
const keyOf = (view) => [view.game, view.deal, view.phase, view.ask, view.events.at(-1)?.n].join();

export class Advice {
  #send;
  #changed;
  #asked = null;
  #said = null;
  #key = null;
  #which = false;
  #ref = null;
  #patience = 0;

  /** `send` takes a frame and gives its reference; `changed` hears that there is something else to show. */
  constructor(send, changed) {
    this.#send = send;
    this.#changed = changed;
  }

  isShown(view) {
    return this.#said !== null && this.#key === keyOf(view);
  }

  /** Ask for a hint, or put the one that is shown away. */
  toggle(view) {
    if (this.isShown(view)) {
      this.close();
    } else if (mayAdvise(view) && performance.now() >= this.#patience) {
      this.#asked = keyOf(view);
      this.#ref = this.#send({ type: "hint" });
      // Who presses twice would be refused the second one.
      if (this.#ref !== null) this.#patience = performance.now() + PATIENCE_MS;
    }
  }

  /** A frame was refused: it may have been the question. */
  refused(ref) {
    if (ref === this.#ref) this.#patience = 0;
  }

  close() {
    this.#said = null;
    this.#changed();
  }

  /** The answer: too late if the table has moved on. */
  heard(frame, view) {
    this.#patience = 0;
    if (!view || this.#asked !== keyOf(view)) return;
    this.#said = frame;
    this.#key = this.#asked;
    this.#which = false;
    this.#changed();
  }

  /** The hint as a note beside the hand, or null. */
  note(view) {
    if (!this.isShown(view)) return null;
    const said = lines(view, this.#said);
    return {
      key: `hint ${this.#key} ${this.#which}`,
      label: gettext("Hint"),
      targets: [".hand__card"],
      asked: true,
      told: this.#which ? told(this.#said.cards) : said.map(text).join(" "),
      content: html`<button type="button" class="bubble__close" data-do="hint_close" aria-label=${gettext("Close")}
          @click=${() => this.close()}>×</button>
        ${this.#which ? ranking(this.#said.cards) : said.map((one) => html`<p>${rich(one)}</p>`)}${this.#more()}`,
    };
  }

  #more() {
    const chances = Object.values(this.#said.cards);
    if (this.#which || !chances.some(Boolean)) return nothing;
    const press = () => {
      this.#which = true;
      this.#changed();
    };
    return html`<div class="bubble__acts"><button type="button" class="btn btn--s btn--quiet" data-do="hint_card"
      @click=${press}>${gettext("Which card?")}</button></div>`;
  }
}

function lines(view, { win, azi, call }) {
  const chances = gettext("You take two tricks in %(win)s of 100 such deals, %(azi)s end in Azi.");
  const all = [sentence(chances, { win, azi })];
  if (view.phase === "play" && isAsked(view) && view.trick.length) all.unshift(dutySentence(view));
  if (call) all.push(callSentence(call));
  return all;
}

const callSentence = (call) =>
  call.bank === null
    ? sentence(gettext("A call takes your last %(cost)s, for a part of the bank."), { cost: call.cost })
    : sentence(
        gettext("A call costs %(cost)s, the bank is then %(bank)s. Worth it if you win %(even)s of 100 or more."),
        call,
      );

const ranked = (cards) => Object.entries(cards).sort(([, a], [, b]) => b - a);

const chance = ([card, win]) =>
  interpolate(gettext("%(card)s: %(wins)s"), { card: cardName(card), wins: number(win) }, true);

const told = (cards) => ranked(cards).map(chance).join(", ");

/** The cards that may be played, the best first, each with its wins. */
const ranking = (cards) => html`<p>${gettext("Of 100 such deals you win, after each card:")}</p>
  <ul class="bubble__cards">${ranked(cards).map(
    ([card, win]) => html`<li>${cardPicture(card, "card--32")}<b class="num">${number(win)}</b></li>`,
  )}</ul>`;

/** The button beside the hand, where a hint is to be had. */
export function adviseButton(view, ui) {
  if (!ui.acts?.advise || !mayAdvise(view)) return nothing;
  return html`<button type="button" class="advise" data-do="hint_open" ?disabled=${!ui.live || !ui.advice}
    aria-expanded=${String(Boolean(ui.advice?.isShown(view)))} @click=${ui.acts.advise}>${gettext("Hint")}</button>`;
}
