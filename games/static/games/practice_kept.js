// The games of practice that this browser keeps: their list, what they come to, and them as a file.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { inFull } from "./local_times.js";
import { read, textOf } from "./practice_records.js";
import { rich, sentence, signed } from "./sentence.js";
import * as store from "./practice_store.js";

const PAGE = 10;
const FILE = "azi-practice.azi";
const AGAIN = "M19 12a7 7 0 1 1-2-4.900M19 3.500v4h-4";
const CROSS = "M6 6l12 12M18 6L6 18";

const withoutYear = new Intl.DateTimeFormat(document.documentElement.lang || "en", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A moment as this device's clock has it; this year's without the year, as most of them are. */
export function moment(at) {
  const date = new Date(at);
  const format = date.getFullYear() === new Date().getFullYear() ? withoutYear : inFull;
  return html`<time datetime=${date.toISOString()}>${format.format(date)}</time>`;
}

const count = (words, amount) => interpolate(words, { count: amount }, true);
const gamesIn = (amount) => count(ngettext("%(count)s game", "%(count)s games", amount), amount);
const chips = (net) => html`<span class="num ${net > 0 ? "gain" : "loss"}">${signed(net)}</span>`;

function company({ seats, me }) {
  const others = seats.filter(({ seat }) => seat !== me).length;
  if (me === null) return count(ngettext("%(count)s seat", "%(count)s seats", others), others);
  return count(ngettext("against %(count)s bot", "against %(count)s bots", others), others);
}

function how({ winner, how: way, me, seats }) {
  if (winner === me) return way === "folds" ? gettext("all others folded") : gettext("two tricks");
  const name = seats.find(({ seat }) => seat === winner)?.name ?? "";
  return rich(sentence(gettext("%(who)s won"), { who: { name } }));
}

const azi = (deals) =>
  deals > 1
    ? html`<span class="tag">${
        deals > 2 ? interpolate(gettext("Azi × %(times)s"), { times: deals - 1 }, true) : gettext("Azi")
      }</span>`
    : nothing;

export class Kept {
  #root;
  #acts;
  #games = null; // newest first, once they are known
  #closed = false; // the browser doesn't let us read them
  #shown = PAGE;
  #removed = null; // the game that went last
  #clearing = false; // asked whether to
  #importing = false;

  /** `acts` are again(id, button) and ask(question). */
  constructor(root, acts) {
    [this.#root, this.#acts] = [root.querySelector("#kept"), acts];
    const form = root.querySelector("#import-form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#import(form);
    });
    store.onChange(() => this.refresh());
  }

  async refresh() {
    try {
      this.#games = await store.games();
      this.#closed = false;
    } catch {
      this.#closed = true;
    }
    this.#draw();
  }

  #draw() {
    render(this.#closed ? closed() : this.#games.length || this.#removed ? this.#list() : empty(), this.#root);
  }

  #focus(selector) {
    this.#root.querySelector(selector)?.focus();
  }

  // --- the list ------------------------------------------------------------------------------------------------------

  #list() {
    const games = this.#games;
    const left = games.length - this.#shown;
    return html`${this.#sum()}${this.#undo()}
      <ol class="panel rows played-games" role="list" ?hidden=${!games.length}>${
        games.slice(0, this.#shown).map((game) => this.#row(game))
      }</ol>
      ${
        left > 0
          ? html`<button type="button" class="btn btn--s btn--line" data-do="more" @click=${() => this.#more()}>${
              interpolate(gettext("More (%(count)s)"), { count: left }, true)
            }</button>`
          : nothing
      }${this.#ways()}`;
  }

  #sum() {
    const mine = this.#games.filter(({ me, net }) => me !== null && net);
    if (!mine.length) return nothing;
    const net = mine.reduce((sum, game) => sum + game.net[game.me], 0);
    return html`<p class="practice__sum"><span>${gamesIn(mine.length)}</span>${chips(net)}</p>`;
  }

  #row(game) {
    const { id, at, me, net, deals } = game;
    const name = `game-${id}`;
    return html`<li data-game=${id}>
      <span class="played-games__where"><a id=${name} href="${this.#root.dataset.page}#${id}">${moment(at)}</a
        ><small>${company(game)}</small></span>
      <span class="played-games__end">${me !== null && net ? chips(net[me]) : nothing}<small>${how(game)}</small
        >${azi(deals)}</span>
      <span class="played-games__do">${
        this.#tool("again", gettext("Deal this again"), AGAIN, game, (button) => this.#acts.again(id, button))
      }${this.#tool("remove", gettext("Remove"), CROSS, game, () => this.#remove(game))}</span></li>`;
  }

  /** What can be done with a game; its name says with which. */
  #tool(name, words, shape, { id }, does) {
    return html`<button type="button" class="icon" id="${name}-${id}" aria-label=${words} title=${words}
      aria-labelledby="${name}-${id} game-${id}" data-do=${name} @click=${({ currentTarget }) => does(currentTarget)}
      ><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${shape}></path></svg></button>`;
  }

  #more() {
    const first = this.#games[this.#shown];
    this.#shown += PAGE;
    this.#draw();
    this.#focus(`#game-${first.id}`);
  }

  // --- removing ------------------------------------------------------------------------------------------------------

  async #remove(game) {
    await this.#try(() => store.remove(game.id));
    this.#removed = game;
    await this.refresh();
    this.#focus("[data-do=undo]");
  }

  #undo() {
    if (!this.#removed) return nothing;
    return html`<p class="msg msg--note practice__undo" role="status"><span>${gettext("Removed.")}</span
      ><button type="button" class="btn btn--s btn--line" data-do="undo" @click=${() => this.#putBack()}
      >${gettext("Undo")}</button></p>`;
  }

  async #putBack() {
    const game = this.#removed;
    this.#removed = null;
    await this.#try(() => store.keep(game));
    await this.refresh();
    this.#focus(`#game-${game.id}`);
  }

  #ways() {
    if (!this.#games.length) return nothing;
    if (this.#clearing) return this.#sure();
    return html`<div class="kept">
      <button type="button" class="btn btn--s" data-do="export" @click=${() => this.#export()}
        >${gettext("Export all")}</button>
      <button type="button" class="btn btn--s" data-do="clear" @click=${() => this.#askToClear(true)}
        >${gettext("Clear all")}</button>
    </div>`;
  }

  #sure() {
    const amount = this.#games.length;
    const words = ngettext(
      "Remove the %(count)s game that is kept? It can't be brought back.",
      "Remove all %(count)s games that are kept? They can't be brought back.",
      amount,
    );
    return html`<div class="panel stack" role="group" aria-labelledby="sure">
      <p id="sure">${count(words, amount)}</p>
      <div class="kept">
        <button type="button" class="btn btn--s" data-do="sure" @click=${() => this.#clear()}
          >${gettext("Remove all")}</button>
        <button type="button" class="btn btn--s btn--line" data-do="spare" @click=${() => this.#askToClear(false)}
          >${gettext("Keep them")}</button></div></div>`;
  }

  #askToClear(value) {
    this.#clearing = value;
    this.#draw();
    this.#focus(value ? "[data-do=spare]" : "[data-do=clear]");
  }

  async #clear() {
    await this.#try(() => store.clear());
    [this.#clearing, this.#removed, this.#shown] = [false, null, PAGE];
    await this.refresh();
    this.#root.querySelector("h2").focus();
  }

  /** What the browser refuses to write is seen by what is there afterwards. */
  async #try(work) {
    try {
      await work();
    } catch {
      this.#closed = true;
    }
  }

  // --- as files ------------------------------------------------------------------------------------------------------

  #export() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([textOf(this.#games)], { type: "text/plain" }));
    link.download = FILE;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  async #import(form) {
    const [file, text, told] = ["#import-file", "#import-text", "#imported"].map((id) => form.querySelector(id));
    if (this.#importing) return;
    this.#importing = true;
    try {
      const given = [text.value, (await file.files[0]?.text()) ?? ""].filter((one) => one.trim());
      const tell = (at, all) => render(progress(at, all), told);
      const found = await read(given.join("\n"), this.#acts.ask, tell);
      const fresh = found.games.length ? await store.keepNew(found.games) : 0;
      render(imported(found, fresh), told);
      if (!found.wrong.length && found.games.length) form.reset();
    } catch {
      render(html`<p class="field__bad">${gettext("This can't be kept in this browser now.")}</p>`, told);
    }
    this.#importing = false;
  }
}

// --- in words --------------------------------------------------------------------------------------------------------

const empty = () => html`<div class="blank"><b>${gettext("No game is kept yet")}</b>
  ${gettext("Each game that you play to its end stays in this browser, to look at again with every hand open.")}</div>`;

const closed = () => html`<p class="msg">${gettext(
  "This browser doesn't let the page keep games: they can be played, and are forgotten with the page.",
)}</p>`;

const progress = (at, all) => (all > PAGE ? count(gettext("Reading… %(count)s"), `${at} / ${all}`) : nothing);

const MOST_TOLD = 10;

function imported({ games, wrong, unfinished }, fresh) {
  const here = games.length - fresh;
  const said = [
    count(ngettext("%(count)s game imported.", "%(count)s games imported.", fresh), fresh),
    here && count(ngettext("%(count)s was here already.", "%(count)s were here already.", here), here),
    unfinished && count(ngettext("%(count)s isn't over.", "%(count)s aren't over.", unfinished), unfinished),
  ].filter(Boolean);
  const place = ({ line, column }) => interpolate(gettext("Line %(line)s, column %(column)s:"), { line, column }, true);
  const row = (one) =>
    html`<li class="field__bad"><span>${place(one)} <span lang="en">${one.message}</span></span></li>`;
  const left = wrong.length - MOST_TOLD;
  return html`<p>${said.join(" ")}</p>
    ${wrong.length ? html`<ul>${wrong.slice(0, MOST_TOLD).map(row)}</ul>` : nothing}
    ${left > 0 ? html`<p>${count(ngettext("and %(count)s more", "and %(count)s more", left), left)}</p>` : nothing}`;
}
