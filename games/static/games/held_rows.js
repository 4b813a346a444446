// Rows that keep their places while a press on one of them may be on its way: what they say is renewed, no row moves.

const TOUCH_MS = 1_500; // from a touch to the press that it may become
const ROW = "[data-table], [data-tournament]";
const hovers = matchMedia("(hover: hover)");
let touchedAt = -TOUCH_MS;

addEventListener("pointerdown", ({ pointerType, target }) => {
  if (pointerType !== "mouse" && target.closest(ROW)) touchedAt = performance.now();
});

/** Whether a row of this list is under the pointer, has the focus, or was touched just now. */
export const isHeld = (list) =>
  (hovers.matches && list.querySelector(`:is(${ROW}):hover`) !== null) ||
  list.querySelector(`:is(${ROW}):focus-within`) !== null ||
  (list.querySelector(ROW) !== null && performance.now() - touchedAt < TOUCH_MS);

/** Call back when the rows may have been let go. */
export function onRelease(list, then) {
  list.addEventListener("mouseleave", then);
  list.addEventListener("focusout", then);
}

/** Put what is new in the place of what was; the focus stays where it is. */
function renew(old, fresh) {
  if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
  const { id } = document.activeElement;
  old.replaceChildren(...fresh.childNodes);
  if (id && document.activeElement.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
}

/** The news in the rows that are there. A table that is gone stays as a shadow; one that is new comes last. */
export function renewInPlace(list, news) {
  const rows = new Map([...news.querySelectorAll("[data-table]")].map((row) => [row.dataset.table, row]));
  for (const row of list.querySelectorAll("[data-table]")) {
    const fresh = rows.get(row.dataset.table);
    rows.delete(row.dataset.table);
    row.inert = !fresh;
    renew(row, fresh);
  }
  list.querySelector("ul:last-of-type").append(...rows.values());
  const found = list.querySelector(".found");
  const freshFound = news.querySelector(".found");
  found.dataset.purse = freshFound.dataset.purse;
  renew(found, freshFound);
  const step = news.getElementById("next-step");
  step.removeAttribute("hx-swap-oob");
  document.getElementById("next-step").replaceWith(step);
}
