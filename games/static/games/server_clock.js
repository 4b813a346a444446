// The server's clock as this browser knows it. An answer that came back fast says more than one that came back late.

export class ServerClock {
  #offset = 0;
  #trip = Infinity;

  /** Hear the server's time; `sent` is when we asked for it (performance.now()), if we did. */
  heard(serverMs, sent = null) {
    const trip = sent === null ? 2000 : performance.now() - sent;
    if (trip > this.#trip * 2) return;
    this.#trip = Math.min(trip, this.#trip);
    this.#offset = serverMs + (sent === null ? 0 : trip / 2) - Date.now();
  }

  now() {
    return Date.now() + this.#offset;
  }
}

/** Whole seconds left until a server time, never below 0. */
export const secondsLeft = (until, now) => Math.max(0, Math.ceil((until - now) / 1000));
