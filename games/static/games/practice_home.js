// The home of practice: the game that goes on, a new one against whom and by which rules, and the games that were kept.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Kept, moment } from "./practice_kept.js";
import { Setup } from "./practice_setup.js";
import { now } from "./practice_store.js";
import { number } from "./sentence.js";

const names = new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" });

/** Names as a list, in words. */
const listed = (all) =>
  names.formatToParts(all).map(({ type, value }) => (type === "element" ? html`<bdi>${value}</bdi>` : value));

const TROUBLE = {
  elsewhere: () => gettext("Practice is open in another tab. Here it goes on where it is there."),
  gone: () => gettext("This game isn't kept here any more."),
  storage: () => gettext("What this browser keeps can't be read just now."),
  cannot: () =>
    gettext("Practice did not begin. If trying again doesn't help, this browser is too old: it needs WebAssembly."),
};
const wordsOf = (code) => (TROUBLE[code] ?? (() => gettext("This game can't be played.")))();

export class Home {
  #root;
  #link;
  #resume;
  #setup;
  #kept;
  #parts;

  constructor(root, { link, start, resume, again }) {
    [this.#root, this.#link, this.#resume] = [root, link, resume];
    const find = (id) => root.querySelector(`#${id}`);
    const [form, deal, sitting, trouble] = ["setup", "deal", "now", "trouble"].map(find);
    this.#parts = { deal, sitting, trouble };
    this.#setup = new Setup(form, (setup, button) => this.#play(button ?? deal, () => start(setup)));
    this.#kept = new Kept(root, {
      again: (id, button) => this.#play(button, () => again(id)),
      ask: (question) => link.ask(question),
    });
    link.ready.catch(() => this.show());
  }

  /** One comes here: what goes on and what is kept may be others than before. */
  show() {
    this.#root.classList.remove("is-busy");
    for (const one of this.#root.querySelectorAll(".is-busy")) one.classList.remove("is-busy");
    render(nothing, this.#parts.trouble);
    if (this.#link.failed !== null) this.#complain("cannot");
    this.#showNow();
    this.#kept.refresh();
  }

  /** What was asked for can't be; with `here` it is asked for again, and taken from another tab. */
  troubled(frame, here) {
    this.show();
    if (frame.code === "record" && frame.line) this.#setup.wrongRecord(frame);
    else this.#complain(frame.code, frame.code === "elsewhere" ? here : null);
  }

  #play(button, does) {
    if (this.#link.failed !== null || this.#root.classList.contains("is-busy")) return;
    this.#root.classList.add("is-busy");
    button.classList.add("is-busy");
    does();
  }

  #complain(code, here) {
    const { trouble, deal } = this.#parts;
    const button = (hook, words, press) =>
      html`<button type="button" class="btn btn--s btn--line" data-do=${hook} @click=${press}>${words}</button>`;
    const take = ({ target }) => this.#play(target, here);
    render(
      html`<div class="msg"><span>${wordsOf(code)}</span>${here ? button("here", gettext("Play here"), take) : nothing}${
        code === "cannot" ? button("reload", gettext("Try again"), () => location.reload()) : nothing
      }</div>`,
      trouble,
    );
    if (code === "cannot") {
      deal.setAttribute("aria-disabled", "true");
      deal.setAttribute("aria-describedby", "trouble");
    }
    trouble.scrollIntoView({ block: "center" });
  }

  // --- the game that goes on -----------------------------------------------------------------------------------------

  async #showNow() {
    const it = await now().catch(() => null);
    const isOn = Boolean(it?.game) && this.#link.failed === null;
    // One thing is the next to do.
    this.#parts.deal.classList.toggle("btn--go", !isOn);
    this.#parts.deal.classList.toggle("btn--line", isOn);
    render(isOn ? this.#sitting(it) : nothing, this.#parts.sitting);
  }

  #sitting({ at, over, bank, names: all, me, game }) {
    const others = Object.keys(all).filter((seat) => Number(seat) !== me);
    const about = over
      ? gettext("Game %(game)s is over: the next one can be dealt.")
      : gettext("Game %(game)s, bank %(bank)s.");
    const go = ({ currentTarget }) => this.#play(currentTarget, this.#resume);
    return html`<section class="panel stack" aria-labelledby="now-title">
      <div><h2 id="now-title">${gettext("Your game goes on")}</h2>
        <p>${interpolate(about, { game: number(game.no), bank: number(bank) }, true)}</p>
        <p class="fine">${gettext("At the table:")} ${listed(others.map((seat) => all[seat]))}. ${moment(at)}.
          ${gettext("A new game ends it.")}</p></div>
      <button type="button" class="btn btn--go" id="resume" @click=${go}>${gettext("Go on")}</button></section>`;
  }
}
