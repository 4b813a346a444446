// One table's connection: the newest view wins, silence is noticed, a lost link comes back, frames have references.
// The protocol is docs/protocol.md.

import { wait } from "./backoff.js";
import { ServerClock } from "./server_clock.js";

const PING_MS = 9_000;
const PING_ON_VIEW_MS = 5_000;
const SILENCE_MS = 11_000;
const DOUBT_MS = 2_000; // for an answer once the device says that its network went or came
const RESTART = 4012;
const PROTOCOL = 1; // the server speaks another one once this page is too old for its frames

/** Close codes after which coming back by itself is pointless: {code: why}. */
const FINAL = { 1000: "done", 4001: "signed_out", 4003: "forbidden", 4009: "elsewhere" };

/** Whether `view` takes the place of `old`: the highest version of an epoch, and an equal one for presence. */
export const isNewer = (old, view) => old === null || old.epoch !== view.epoch || view.version >= old.version;

export class TableSocket {
  clock = new ServerClock();
  view = null;
  you = undefined;
  #url;
  #tell;
  #socket = null;
  #tries = 0;
  #refs = 0;
  #timer = 0;
  #pinged = -Infinity;
  #unanswered = null; // since when nothing has come although we asked
  #patience = SILENCE_MS;
  #lostAt = null;

  /**
   * `tell` hears {view(view), link(state), hint(frame), shuffle(frame), error(frame)}; state is {state:
   * "open"|"lost"|"ended", why, since, retryAt, was}: why and since when it is lost, and when the next try is made; how
   * long it was lost (ms) when it is open again.
   */
  constructor(url, tell) {
    this.#url = url;
    this.#tell = tell;
    setInterval(() => this.#tick(), 1000);
    // What a device believes of its network is no proof: this server may be on the device itself.
    addEventListener("offline", () => this.#doubt());
    addEventListener("online", () => (this.#socket?.readyState === WebSocket.OPEN ? this.#doubt() : this.#again()));
  }

  open() {
    clearTimeout(this.#timer);
    this.#drop();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#unanswered = performance.now();
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.#closed(code);
  }

  /** Send a frame; its reference, or null when there is no open link to send it over. */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return null;
    const ref = String((this.#refs += 1));
    this.#socket.send(JSON.stringify({ ...frame, ref }));
    return ref;
  }

  /** Ask for the whole view; true when the question went out. */
  refresh() {
    return this.send({ type: "view" }) !== null;
  }

  // A socket that we gave up on must not speak any more, and a dead link may take minutes to close.
  #drop() {
    if (!this.#socket) return;
    this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #tick() {
    if (!this.#socket) return;
    const now = performance.now();
    // Timers sleep in hidden tabs and while a phone sleeps: silence counts from a question on, not from the last word.
    if (this.#unanswered !== null && now - this.#unanswered > this.#patience) this.#closed(0);
    else if (now - this.#pinged >= PING_MS) this.#ping();
  }

  #ping() {
    if (this.send({ type: "ping", version: this.view?.version ?? 0 }) === null) return;
    this.#pinged = performance.now();
    this.#unanswered ??= this.#pinged;
  }

  /** Ask whether the link still works, and don't wait long for the answer. */
  #doubt() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#patience = DOUBT_MS;
    this.#unanswered = null;
    this.#ping();
  }

  /** Try at once, where a try is due at all. */
  #again() {
    if (this.#lostAt !== null) this.open();
  }

  #hear(frame) {
    this.#unanswered = null;
    this.#patience = SILENCE_MS;
    switch (frame.type) {
      case "hello":
        if (frame.protocol !== PROTOCOL) {
          this.#end("old");
          return;
        }
        this.#tries = 0;
        this.you = frame.you;
        this.clock.heard(frame.server_ms);
        this.#tell.link({ state: "open", was: this.#lostAt === null ? 0 : Date.now() - this.#lostAt });
        this.#lostAt = null;
        this.#ping();
        break;
      case "view":
        if (!isNewer(this.view, frame)) return;
        this.view = frame;
        this.#tell.view(frame);
        if (performance.now() - this.#pinged >= PING_ON_VIEW_MS) this.#ping();
        break;
      case "pong":
        this.clock.heard(frame.server_ms, this.#pinged);
        break;
      case "hint":
        this.#tell.hint(frame);
        break;
      case "shuffle":
        this.#tell.shuffle(frame);
        break;
      case "error":
        this.#tell.error(frame);
        break;
    }
  }

  #end(why) {
    this.#drop();
    this.#lostAt = null;
    this.#tell.link({ state: "ended", why });
  }

  #closed(code) {
    if (code in FINAL) {
      this.#end(FINAL[code]);
      return;
    }
    this.#drop();
    this.#lostAt ??= Date.now();
    const delay = wait(this.#tries, code);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.open(), delay);
    const why = navigator.onLine === false ? "offline" : code === RESTART ? "restart" : "";
    this.#tell.link({ state: "lost", why, since: this.#lostAt, retryAt: Date.now() + delay });
  }
}
