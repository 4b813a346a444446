// A game of practice that this browser has kept, step by step with every hand open, its result and its record.
// The address's #<id> says which, #<id>.<step> where in it.

import "./english.js";
import "./practice_letters.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { showTimes } from "./local_times.js";
import { About } from "./practice_result.js";
import { link } from "./practice_start.js";
import { game } from "./practice_store.js";
import { ReplayPlayer } from "./replay_player.js";

const ADDRESS = /^#([0-9a-f]+)(?:\.(\d{1,6}))?$/;

const [root, about, hands, toResult, when] = ["replay", "about", "hands", "to-result", "when"].map((id) =>
  document.getElementById(id),
);
const { home } = root.dataset;

const asked = (hash) => ADDRESS.exec(hash) ?? [];
const [, id] = asked(location.hash);

// --- what can't be shown -------------------------------------------------------------------------------------------

const blank = (head, words, way) => html`<div class="blank about"><b>${head}</b>${words} ${way}</div>`;

const missing = () =>
  blank(
    gettext("This game isn't kept here"),
    gettext("A game of practice stays in the browser in which it was played, until you remove it."),
    html`<a class="btn btn--go" href=${home}>${gettext("Back to practice")}</a>`,
  );

const closed = () =>
  blank(
    gettext("The kept games can't be read"),
    gettext("This browser doesn't let the page read what it keeps."),
    html`<button type="button" class="btn btn--go" @click=${() => location.reload()}>${gettext("Try again")}</button>`,
  );

const UNDEALT = "undealt";

const reason = (code) => {
  if (code === UNDEALT) return gettext("Its record holds no deal.");
  return code
    ? gettext("Its record can't be read by the rules of today. What was won and lost stands below.")
    : gettext("This browser can't run the game by itself. Try a newer one.");
};

/** In place of the felt; what was won and lost stands below it. */
const trouble = ({ code }) => blank(gettext("This game can't be shown step by step"), reason(code), nothing);

// --- the game ------------------------------------------------------------------------------------------------------

function show(entry) {
  const { record, me, imported } = entry;
  // Who of an imported game was a bot is not known.
  const seen = (open) =>
    link.ask({ do: "steps", record, seat: me, me: imported ? null : me, game: id, open });
  const below = new About(about, { entry, home });

  const player = new ReplayPlayer(root, {
    async load() {
      if (!entry.deals) throw Object.assign(new Error(), { code: UNDEALT });
      const found = await seen(true);
      below.see(found.views.at(-1));
      hands.hidden = false;
      return found;
    },
    trouble,
    momentOf: (step) => `#${id}.${step}`,
    stepOf(hash) {
      const [, whose, step] = asked(hash);
      return whose === id && step ? Number(step) : null;
    },
    voice: document.getElementById("voice"),
    copyMoment: null, // nobody else could open it
    isMain: true,
  });

  hands.addEventListener("click", async () => {
    const open = hands.getAttribute("aria-pressed") !== "true";
    hands.setAttribute("aria-pressed", String(open));
    const found = await seen(open);
    if (hands.getAttribute("aria-pressed") === String(open)) player.see(found);
  });
  player.load();
}

function showAround(entry) {
  render(html`<time datetime=${new Date(entry.at).toISOString()} data-local></time>`, when);
  showTimes(when);
  about.hidden = false;
  toResult.hidden = false;
  toResult.addEventListener("click", () => {
    about.scrollIntoView();
    about.focus({ preventScroll: true });
  });
  // What jumps within the page leaves the game in the address; another game is another page.
  addEventListener("hashchange", () => {
    const [, other] = asked(location.hash);
    if (other && other !== id) location.reload();
    else if (!other) history.replaceState(null, "", `#${id}`);
  });
}

async function open() {
  let entry = null;
  try {
    if (id) entry = await game(id);
  } catch {
    return render(closed(), root);
  }
  if (!entry) {
    addEventListener("hashchange", () => asked(location.hash)[1] && location.reload());
    return render(missing(), root);
  }
  showAround(entry);
  return show(entry);
}

open();
