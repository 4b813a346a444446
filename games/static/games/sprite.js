// The pictures of the cards: one file, asked for once when the page starts, and put into the document. Then nothing
// that is dealt or played asks for anything, and the pictures know the page's colours in every browser. A game doesn't
// wait for them long: until they come the cards are plain ones (plain_card.js).

import { HIDDEN, symbolOf } from "./cards.js";

/** Which letters the courts carry: the page says what its reader chose. */
export const letters = document.documentElement.dataset.cardLetters ?? "en";

/** The symbol that pictures a card here. */
export const pictureOf = (card) => symbolOf(card, letters);

const url = document.querySelector("[data-cards]")?.dataset.cards ?? "/static/games/cards.svg";

const PATIENCE_MS = 2_500;
const TRY_MS = 20_000;
const RETRY_MS = 5_000;

const NEEDED = [HIDDEN, ...[..."hds"].flatMap((suit) => [..."6789TJQKA"].map((rank) => rank + suit))];

let waiting = true;
let there = false;

/** Whether the felt waits for the pictures, which may still come in time. */
export const awaitsSprite = () => waiting;

/** Whether the pictures are in the document. */
export const hasSprite = () => there;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The file's drawing. Something else may be answered in its place, as by a hotel's network. */
async function ask(cache) {
  const answer = await fetch(url, { cache, signal: AbortSignal.timeout(TRY_MS) });
  const type = answer.headers.get("content-type") ?? "";
  if (!answer.ok || !type.includes("svg")) throw new Error(`${answer.status} ${type}`);
  const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const missing = NEEDED.find((card) => !found.getElementById(pictureOf(card)));
  if (missing) throw new Error(`No picture of ${missing}`);
  return found.documentElement;
}

async function bring(cache = "default") {
  const drawing = await ask(cache);
  drawing.setAttribute("class", "sprite");
  drawing.setAttribute("aria-hidden", "true");
  drawing.querySelector("title")?.remove();
  document.body.append(document.adoptNode(drawing));
  there = true;
}

/** Again and again, past what a cache may hold. */
const insist = () => pause(RETRY_MS).then(() => bring("reload")).catch(insist);

const first = bring();

/** Kept once the pictures are there. */
export const pictures = first.catch(insist);

/** Kept once the cards can be drawn, with their pictures or without. */
export const sprite = Promise.race([first.catch(() => {}), pause(PATIENCE_MS)]).then(() => {
  waiting = false;
});
