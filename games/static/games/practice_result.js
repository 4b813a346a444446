// Below the replay of a kept game: who won how much, by which rules it was played, its record, and what can be done.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { copyFrom } from "./copying.js";
import { facts } from "./facts.js";
import { effort, outcome } from "./outcome.js";
import { nameOf, patch } from "./parts.js";
import { fill, number, rich, sentence, signed } from "./sentence.js";
import { remove } from "./practice_store.js";

const AZI = 2; // deals, of which the first ended in Azi

export class About {
  #root;
  #entry;
  #home;
  #last = null; // the last view, which knows more than the entry
  #asks = false; // whether to remove it
  #troubled = false;
  #file;

  constructor(root, { entry, home }) {
    [this.#root, this.#entry, this.#home] = [root, entry, home];
    this.#file = URL.createObjectURL(new Blob([entry.record], { type: "text/plain" }));
    this.#draw();
  }

  /** The game's last view is there. */
  see(view) {
    this.#last = view;
    this.#draw();
  }

  #draw() {
    render([this.#result(), this.#record()], this.#root);
  }

  // --- the result ----------------------------------------------------------------------------------------------------

  #result() {
    return html`<section class="panel stack" aria-labelledby="result-title">
      <div class="about__head"><h2 id="result-title">${this.#head()}</h2>${this.#azi()}</div>
      ${this.#why()}
      <ul class="net-list rows" role="list">${this.#seats().map((seat) => this.#row(seat))}</ul>
      <dl class="facts facts--rules">${this.#facts().map(([what, words]) => html`<div><dt>${what}</dt><dd>${words}</dd></div>`)}</dl>
      ${this.#ways()}</section>`;
  }

  #head() {
    const { winner, seats, me } = this.#entry;
    if (this.#last?.result) {
      const { head, share } = outcome(this.#last);
      return html`${rich(head)}${share === undefined ? nothing : html` <span class="num">${number(share)}</span>`}`;
    }
    if (!winner) return gettext("This game wasn't played to its end");
    if (winner === me) return gettext("You win");
    const { name } = seats.find(({ seat }) => seat === winner);
    return rich(sentence(gettext("%(who)s wins"), { who: { name } }));
  }

  #azi() {
    const { deals } = this.#entry;
    if (deals < AZI) return nothing;
    const times = interpolate(gettext("Azi × %(times)s"), { times: number(deals - 1) }, true);
    return html`<span class="tag">${deals > AZI ? times : gettext("Azi")}</span>`;
  }

  #why() {
    return this.#last?.result ? html`<p class="fine">${rich(outcome(this.#last).why)}</p>` : nothing;
  }

  /** From who won most to who lost most. */
  #seats() {
    const { seats, net } = this.#entry;
    return net ? [...seats].sort((one, other) => net[other.seat] - net[one.seat]) : seats;
  }

  #row(one) {
    const { net, me } = this.#entry;
    const isMe = one.seat === me;
    const seen = this.#last?.seats.find(({ seat }) => seat === one.seat);
    const began = fill(gettext("began with %(amount)s"), one.stack);
    const words = seen && this.#last.result ? [began, effort(this.#last, seen)].join(", ") : began;
    const won = net?.[one.seat];
    return html`<li>${patch(one, "ava--s")}<span>${isMe ? gettext("You") : nameOf(one)}<small>${words}</small></span>
      ${net ? html`<span class="num ${won > 0 ? "gain" : "loss"}">${signed(won)}</span>` : nothing}</li>`;
  }

  #facts() {
    return facts({ ruleset: this.#entry.rules, turn_ms: 0, bot_level: null });
  }

  // --- what can be done ----------------------------------------------------------------------------------------------

  #ways() {
    const { id } = this.#entry;
    if (this.#asks) return this.#question();
    return html`<div class="pages">
      <a class="btn btn--s" href="${this.#home}#again=${id}">${gettext("Deal this again")}</a>
      <button type="button" class="btn btn--s" data-do="remove" @click=${() => this.#ask(true)}
        >${gettext("Remove")}</button></div>
      ${this.#troubled ? html`<p class="msg" role="alert">${gettext("The game couldn't be removed.")}</p>` : nothing}`;
  }

  #question() {
    return html`<div class="stack" role="group" aria-labelledby="remove-title">
      <p id="remove-title"><b>${gettext("Remove this game?")}</b> ${gettext("It is kept nowhere else.")}</p>
      <div class="pages">
        <button type="button" class="btn btn--s" data-do="remove_it" @click=${() => this.#remove()}
          >${gettext("Remove it")}</button>
        <button type="button" class="btn btn--s btn--line" data-do="keep_it" @click=${() => this.#ask(false)}
          >${gettext("Keep it")}</button></div></div>`;
  }

  /** The focus stays where one is. */
  #ask(value) {
    this.#asks = value;
    this.#troubled = false;
    this.#draw();
    this.#root.querySelector(value ? "[data-do=keep_it]" : "[data-do=remove]").focus();
  }

  async #remove() {
    try {
      await remove(this.#entry.id);
      location.replace(this.#home); // there is nothing to come back to
    } catch {
      this.#asks = false;
      this.#troubled = true;
      this.#draw();
    }
  }

  // --- the record ----------------------------------------------------------------------------------------------------

  #record() {
    const { id, record, masked } = this.#entry;
    const copy = ({ target }) => copyFrom(this.#root.querySelector("#record"), target);
    return html`<section class="panel stack" aria-labelledby="record-title">
      <div class="about__head"><h2 id="record-title">${gettext("The record")}</h2></div>
      <p class="fine">${
        masked
          ? gettext("The game as text. Cards that weren't shown stand as “..”.")
          : gettext("The game as text, with every card of it.")
      }</p>
      <pre class="record" id="record" tabindex="0" role="group" aria-labelledby="record-title">${record}</pre>
      <div class="pages">
        <button type="button" class="btn btn--s" @click=${copy}>${gettext("Copy")}</button>
        <a class="btn btn--s" href=${this.#file} download="azi-${id}.azi">${gettext("Download")}</a></div></section>`;
  }
}
