// A tournament at its table's page: the strip, what is told, the screens over the felt, the way to the next table.
// table.js brings it, only where the table is a tournament's; page.js asks it what to draw.

import { tookPart } from "../games/outcome.js";
import { text } from "../games/sentence.js";
import { Voice } from "../games/voice.js";
import { NewsSocket } from "./news_socket.js";
import { isShownOff, movedScreen, offScreen, onwardScreen, outScreen, waitScreen } from "./screens.js";
import { beside, strip } from "./strip.js";
import { changes, isBreak, isOver, moved, stage, watchOn } from "./words.js";

const READ_MS = 3_500; // a result is read before anything lies over it
const GO_MS = 2_000; // a move is told before the page goes

export class AtTable {
  news = null;
  #here;
  #page;
  #all;
  #games;
  #fee;
  #now;
  #changed;
  #voice = new Voice(document.getElementById("news"));
  #enter = document.getElementById("enter-again");
  #pause = document.getElementById("pause");
  #hasPlayed = false; // a chair of this table has been the viewer's
  #isPutAway = false; // the end of one's own tournament
  #lastGame = null; // the page of the last game that was the viewer's
  #readFrom = { game: null, at: 0 };
  #goesTo = null;
  #onward = null; // {name, href} of the table to watch in place of this one, once that is known
  #hasAsked = false; // where there is something to watch
  #shown = null;

  /** `facts` are the page's own ({table, lobby, …}), `now` the server's clock; `changed` hears that there is
   * something else to draw. */
  constructor(facts, now, changed) {
    this.#here = facts.table;
    this.#page = facts.lobby;
    this.#all = facts.tournaments;
    this.#games = facts.games;
    this.#fee = Number(facts.entryFee);
    this.#now = now;
    this.#changed = changed;
    new NewsSocket(facts.tournamentWs, (frame) => this.#hear(frame)).open();
  }

  /** Whether its clocks run. */
  get ticks() {
    return this.news !== null && !isOver(this.news);
  }

  /** Whether nothing more is played in it. */
  get isDone() {
    return this.news !== null && isOver(this.news);
  }

  strip(now) {
    return this.news && strip(this.news, now);
  }

  /** What stands beside the table's name where the strip is short. */
  beside(now) {
    return this.news && beside(this.news, now);
  }

  /** What is said below the name. */
  stage(now) {
    return this.news ? stage(this.news, now) : "";
  }

  /** What lies over the felt, or null; `closed` is whether the table is closed for good. */
  screen(view, closed = false) {
    if (view && tookPart(view)) this.#lastGame = `${this.#games}${view.game}/`;
    if (closed && this.news) this.#watchOn();
    if (this.#onward) return onwardScreen(this.#onward);
    const drawn = this.news?.me ? this.#screen(view) : null;
    const shown = drawn && drawn.name;
    // The reader is told what has come; the buttons aren't given the focus, because a key may be on its way.
    if (shown && shown !== this.#shown) setTimeout(() => document.getElementById("screen")?.focus());
    this.#shown = shown;
    return drawn?.screen ?? null;
  }

  #screen(view) {
    const { news } = this;
    const { me } = news;
    if (this.#goesTo) return { name: "moved", screen: movedScreen(news, this.#goesTo) };
    if (view && view.my_seat !== null) this.#hasPlayed = true;
    if (!this.#hasPlayed || !(this.#shown || this.#isRead(view))) return null;
    const about = {
      page: this.#page,
      all: this.#all,
      fee: this.#fee,
      game: this.#lastGame,
      pause: this.#pause,
      now: this.#now(),
      putAway: () => this.#putAway(),
    };
    if (isShownOff(news)) return { name: "off", screen: offScreen(news, about) };
    if (me.out && !this.#isPutAway) {
      return { name: "out", screen: outScreen(news, { ...about, enter: this.#again() }) };
    }
    const waits = news.format === "arena" && news.state === "running" && me.state === "in" && me.table === null;
    return waits ? { name: me.paused ? "paused" : "wait", screen: waitScreen(news, about) } : null;
  }

  /** Whether the result of the last game, if that is what the table shows, has been seen for long enough. */
  #isRead(view) {
    if (view?.phase !== "over") return true;
    const now = performance.now();
    if (this.#readFrom.game !== view.game) {
      this.#readFrom = { game: view.game, at: now };
      setTimeout(this.#changed, READ_MS + 50);
    }
    return now - this.#readFrom.at >= READ_MS;
  }

  #again() {
    const entry = this.news.me.out.next_entry;
    if (!entry || !this.#enter) return null;
    this.#enter.elements.number.value = entry;
    return this.#enter;
  }

  #putAway() {
    this.#isPutAway = true;
    this.#changed();
  }

  /** Once, at the end of a table in a tournament that goes on: whoever only watched is sent to another one of it. */
  async #watchOn() {
    const { news } = this;
    const reads = news.me?.out && this.#hasPlayed && !this.#isPutAway; // their own end; then they may watch on
    if (this.#hasAsked || reads || isOver(news) || news.me?.state === "in") return;
    this.#hasAsked = true;
    const found = await elsewhere(this.#here);
    if (!found) {
      location.replace(this.#page);
      return;
    }
    this.#onward = found;
    this.#changed();
    this.#voice.tell(`${gettext("This table is closed.")} ${text(watchOn(found.name))}`);
    setTimeout(() => location.replace(found.href), GO_MS);
  }

  #hear(fresh) {
    const old = this.news;
    this.news = fresh;
    if (fresh.me?.table === this.#here) {
      this.#hasPlayed = true;
      this.#goesTo = null;
    }
    if (!fresh.me?.out) this.#isPutAway = false;
    const said = old ? changes(old, fresh, this.#now()) : [];
    if (old && isElsewhere(old, fresh, this.#here)) {
      said.push(moved(fresh.me.number));
      this.#go(fresh.me.table);
    }
    if (said.length) this.#voice.tell(said.join(" "));
    this.#changed();
    if (isBreak(fresh, this.#now())) setTimeout(this.#changed, fresh.break_until - this.#now() + 50);
  }

  #go(table) {
    const href = location.pathname.replace(this.#here, table);
    if (this.#goesTo === href) return;
    this.#goesTo = href;
    setTimeout(() => this.#goesTo === href && location.replace(href), GO_MS);
  }
}

/** Where a closed table's own address leads now: {name, href} of another one, or null. */
async function elsewhere(here) {
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const { table, name } = page.getElementById("table")?.dataset ?? { table: here };
    return table === here ? null : { name, href: location.pathname.replace(here, table) };
  } catch {
    return null;
  }
}

/** Whether the viewer's chair has just become one at another table than this page's. */
const isElsewhere = (old, fresh, here) =>
  Boolean(fresh.me?.table) && fresh.me.table !== old.me?.table && fresh.me.table !== here;
