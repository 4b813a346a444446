// Practice in this browser: the games that are over, and the sitting that is played. For pages and workers alike.

const NAME = "azi-practice";
const PATIENCE_MS = 2_000; // some browsers never answer when they are troubled

// What each version of the database adds to the one before it.
const UPGRADES = [
  (database) => {
    database.createObjectStore("games", { keyPath: "id" });
    database.createObjectStore("now");
  },
];

let opening = null;

function open() {
  opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, UPGRADES.length);
    asked.onupgradeneeded = ({ oldVersion }) =>
      UPGRADES.slice(oldVersion).forEach((upgrade) => upgrade(asked.result));
    asked.onblocked = () => reject(new Error("an older page keeps the database open"));
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const database = asked.result;
      // A newer page must be able to upgrade it; what this one still has to write then fails, and is said.
      database.onversionchange = () => {
        database.close();
        opening = null;
      };
      database.onclose = () => (opening = null);
      resolve(database);
    };
  }).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

const within = (work) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(reject, PATIENCE_MS, new Error("no answer")))]);

/** One transaction on one store: what `does` returns is a request, whose result is the answer once all is kept. */
const transact = (store, mode, does) =>
  within(
    open().then(
      (database) =>
        new Promise((resolve, reject) => {
          const transaction = database.transaction(store, mode);
          const asked = does(transaction.objectStore(store));
          transaction.oncomplete = () => resolve(asked.result);
          transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
        }),
    ),
  );

const reading = (store, does) => transact(store, "readonly", does);
const writing = (store, does) => transact(store, "readwrite", does);

// --- games that are over ---------------------------------------------------------------------------------------------

/** All of them, newest first. */
export const games = async () => (await reading("games", (all) => all.getAll())).sort((one, other) => other.at - one.at);

/** The game of that id, or null. */
export const game = async (id) => (await reading("games", (all) => all.get(id))) ?? null;

/** Keep a game, in place of one of the same id. */
export const keep = (one) => writing("games", (all) => all.put(one)).then(told);

/** Keep those whose records are not here yet: how many these were. */
export async function keepNew(some) {
  const known = new Set((await games()).map(({ record }) => record));
  const fresh = some.filter(({ record }) => !known.has(record) && known.add(record));
  if (fresh.length) await writing("games", (all) => fresh.map((one) => all.put(one)).at(-1)).then(told);
  return fresh.length;
}

export const remove = (id) => writing("games", (all) => all.delete(id)).then(told);

/** Remove all of them. The sitting stays. */
export const clear = () => writing("games", (all) => all.clear()).then(told);

/** A game to keep, of a record that was read (practice.py `read`). */
export const entryOf = (found, facts) => ({
  ...found,
  me: found.owner,
  bots: null,
  seed: null,
  imported: true,
  ...facts,
});

// --- the sitting -----------------------------------------------------------------------------------------------------

/** The sitting as it was kept last, or null. */
export const now = async () => (await reading("now", (all) => all.get("now"))) ?? null;

/** Keep the sitting, in place of the one before. */
export const setNow = (sitting) => writing("now", (all) => all.put(sitting, "now"));

// --- other tabs ------------------------------------------------------------------------------------------------------

let channel = null;

function told(result) {
  if (typeof BroadcastChannel === "undefined") return result;
  channel ??= new BroadcastChannel(NAME);
  channel.postMessage("games");
  return result;
}

/** Hears when kept games changed, in any tab, this one too. What it returns ends that. */
export function onChange(hear) {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const heard = new BroadcastChannel(NAME);
  heard.onmessage = () => hear();
  return () => heard.close();
}
