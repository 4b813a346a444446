// A tournament at its table's page: the strip, what is told, the screens over the felt, the way to the next table.
// table.js brings it, only where the table is a tournament's; page.js asks it what to draw.

import { Voice } from "../games/voice.js";
import { NewsSocket } from "./news_socket.js";
import { isShownOff, movedScreen, offScreen, outScreen, waitScreen } from "./screens.js";
import { beside, strip } from "./strip.js";
import { changes, isBreak, isOver, moved, stage } from "./words.js";

const READ_MS = 3_500; // a result is read before anything lies over it
const GO_MS = 2_000; // a move is told before the page goes

export class AtTable {
  news = null;
  #here;
  #page;
  #fee;
  #now;
  #changed;
  #voice = new Voice(document.getElementById("news"));
  #enter = document.getElementById("enter-again");
  #pause = document.getElementById("pause");
  #hasPlayed = false; // a chair of this table has been the viewer's
  #isWatching = false; // the end of one's own tournament has been put away
  #readFrom = { game: null, at: 0 };
  #goesTo = null;
  #shown = null;

  /** `facts` are the page's own ({table, lobby, …}), `now` the server's clock; `changed` hears that there is
   * something else to draw. */
  constructor(facts, now, changed) {
    this.#here = facts.table;
    this.#page = facts.lobby;
    this.#fee = Number(facts.entryFee);
    this.#now = now;
    this.#changed = changed;
    new NewsSocket(facts.tournamentWs, (frame) => this.#hear(frame)).open();
  }

  /** Whether its clocks run. */
  get ticks() {
    return this.news !== null && !isOver(this.news);
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

  /** What lies over the felt, or null. */
  screen(view) {
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
      fee: this.#fee,
      pause: this.#pause,
      now: this.#now(),
      watchOn: () => this.#watchOn(),
    };
    if (isShownOff(news)) return { name: "off", screen: offScreen(news, about) };
    if (me.out && !this.#isWatching) {
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

  #watchOn() {
    this.#isWatching = true;
    this.#changed();
  }

  #hear(fresh) {
    const old = this.news;
    this.news = fresh;
    if (fresh.me?.table === this.#here) {
      this.#hasPlayed = true;
      this.#goesTo = null;
    }
    if (!fresh.me?.out) this.#isWatching = false;
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

/** Whether the viewer's chair has just become one at another table than this page's. */
const isElsewhere = (old, fresh, here) =>
  Boolean(fresh.me?.table) && fresh.me.table !== old.me?.table && fresh.me.table !== here;
