// The pictures of the cards: one file, asked for once when the page starts, and put into the document. Then nothing
// that is dealt or played asks for anything, and the pictures know the page's colours in every browser.

const url = document.querySelector("[data-cards]")?.dataset.cards ?? "/static/games/cards.svg";

const PATIENCE_MS = 5_000;

// What goes before "#": the file itself until its pictures are in the document, and where they never come.
let file = url;
let settled = false;

/** The address of a picture. */
export const pictureOf = (name) => `${file}#${name}`;

/** Whether the cards can be drawn. */
export const hasSprite = () => settled;

async function bring() {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(String(answer.status));
  const { documentElement } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  if (documentElement.localName !== "svg") throw new Error(documentElement.localName);
  documentElement.setAttribute("class", "sprite");
  documentElement.setAttribute("aria-hidden", "true");
  documentElement.querySelector("title")?.remove();
  document.body.append(document.adoptNode(documentElement));
  file = "";
}

/** Kept once the pictures are there, or won't come: then each is asked of the file by the browser. */
export const sprite = bring()
  .catch(() => {})
  .then(() => {
    settled = true;
  });
