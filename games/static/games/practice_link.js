// Practice's connection: to its page what a table's socket is (socket.js), with a worker in place of a server.

const PATIENCE_MS = 8_000; // with a worker that doesn't answer: browsers may end one to have its memory

/** Once the newest link's worker plays, or can't: what can wait lets it go first. */
export let begun = Promise.resolve();

export class PracticeLink {
  clock = { now: () => Date.now() };
  view = null;
  you = undefined;
  failed = null; // why this browser can't play
  ready; // a promise: the worker plays
  #load;
  #worker;
  #silence = 0; // the timer of a worker that has something to answer
  #tell;
  #refs = 0;
  #isReady = false;
  #stopped = false; // another tab plays, or the worker has ended
  #asked = new Map();

  /**
   * `addresses` are {worker, program, wasm, rules}, and with them go the bots' names, `cast`, and the person's, `you`.
   * `tell` hears {view(view), link(state), hint(frame), error(frame)}; state is {state: "open"|"ended", why}.
   */
  constructor(addresses, tell) {
    this.#load = addresses;
    this.#tell = tell;
    this.#begin();
  }

  #begin() {
    const { worker, ...load } = this.#load;
    this.ready = new Promise((resolve, reject) => {
      try {
        this.#worker = new Worker(worker, { type: "module" });
      } catch (error) {
        reject(error);
        return;
      }
      this.#worker.onmessage = ({ data }) => this.#hear(data, resolve, reject);
      this.#worker.onerror = (event) => reject(new Error(event.message || "the worker can't be loaded"));
      this.#worker.postMessage({ type: "load", ...load });
    });
    begun = this.ready.catch((error) => this.#fail(error));
  }

  /** Say that the link is open as soon as it is, and ask for the view; or that it can't be. */
  open() {
    this.ready.then(
      () => {
        this.#tell.link({ state: "open", was: 0 });
        if (this.#stopped) this.resume({ here: true });
        else this.refresh();
      },
      () => this.#tell.link({ state: "ended", why: "cannot" }),
    );
  }

  /** Send a frame; its reference, or null while the worker isn't there. */
  send(frame) {
    return this.#isReady ? this.#post(frame) : null;
  }

  /** Ask for the whole view; true when the question went out. */
  refresh() {
    return this.send({ type: "view" }) !== null;
  }

  /** Begin a sitting; it waits for the worker. With `here` another tab's sitting ends. */
  start(setup, { here = false } = {}) {
    return this.#post({ type: "start", setup, here });
  }

  /** Go on with the sitting that was kept; it waits for the worker. With `here` it is taken from another tab. */
  resume({ here = false } = {}) {
    return this.#post({ type: "resume", here });
  }

  /** Ask the rules: practice.py's `read` and `steps`. Rejects with an Error that has `code`, and `line` and `column`. */
  ask(question) {
    return new Promise((resolve, reject) => {
      const ref = this.#post({ type: "ask", question });
      if (ref === null) reject(new Error(this.failed));
      else this.#asked.set(ref, { resolve, reject });
    });
  }

  #post(frame) {
    if (this.failed !== null) return null;
    const ref = String((this.#refs += 1));
    this.#worker.postMessage({ ...frame, ref });
    if (this.#isReady) this.#listen();
    return ref;
  }

  /** The worker answers one thing after the other: once this is answered, all before it is. */
  #listen() {
    if (this.#silence) return;
    this.#worker.postMessage({ type: "ping" });
    const since = Date.now();
    this.#silence = setTimeout(() => this.#giveUp(Date.now() - since), PATIENCE_MS);
  }

  /** Another worker goes on from what was kept, when it is asked to. */
  #giveUp(waited) {
    this.#silence = 0;
    // A long list of records takes its time; and when a device wakes, its workers do so too.
    if (this.#asked.size || waited > 2 * PATIENCE_MS) return this.#listen();
    this.#worker.terminate();
    [this.#isReady, this.#stopped] = [false, true];
    this.#begin();
    this.#tell.link({ state: "ended", why: "silent" });
  }

  #fail(error) {
    this.failed = error.message;
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }

  #hear(frame, resolve, reject) {
    switch (frame.type) {
      case "hello":
        this.you = frame.you;
        this.#isReady = true;
        resolve();
        break;
      case "pong":
        clearTimeout(this.#silence);
        this.#silence = 0;
        break;
      case "failed":
        reject(new Error(frame.why));
        break;
      case "view":
        if (this.#stopped) this.#tell.link({ state: "open", was: 0 });
        this.#stopped = false;
        this.view = frame;
        this.#tell.view(frame);
        break;
      case "hint":
        this.#tell.hint(frame);
        break;
      case "answer":
        this.#take(frame.ref)?.resolve(frame.answer);
        break;
      case "ended":
        this.#stopped = true;
        this.#tell.link({ state: "ended", why: frame.why });
        break;
      case "error":
        this.#refused(frame);
        break;
    }
  }

  #take(ref) {
    const asked = this.#asked.get(ref);
    this.#asked.delete(ref);
    return asked;
  }

  /** What refuses a question goes to who asked it. The rules speak English: the page says by the code what is wrong. */
  #refused({ message, ...frame }) {
    const asked = this.#take(frame.ref);
    if (asked) asked.reject(Object.assign(new Error(message), frame));
    else this.#tell.error(frame.code === "record" ? { ...frame, message } : frame);
  }
}
