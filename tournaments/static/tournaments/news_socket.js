// One tournament's news (docs/protocol.md, "Tournaments"): they come whole, and a lost link comes back by itself.

import { wait } from "../games/backoff.js";

const FINAL = new Set([4001, 4003]);

export class NewsSocket {
  #url;
  #hear;
  #socket = null;
  #tries = 0;
  #timer = 0;

  /** `hear` is called with each news. */
  constructor(url, hear) {
    this.#url = new URL(url, location.href.replace(/^http/, "ws"));
    this.#hear = hear;
    addEventListener("online", () => this.#socket === null && this.open());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#socket === null && this.open());
  }

  open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      this.#tries = 0;
      const frame = JSON.parse(data);
      if (frame.type === "news") this.#hear(frame);
    };
    socket.onclose = ({ code }) => {
      this.#socket = null;
      if (FINAL.has(code)) return;
      this.#timer = setTimeout(() => this.open(), wait(this.#tries, code));
      this.#tries += 1;
    };
  }
}
