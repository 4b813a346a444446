// The table page: a socket's views into the felt, presses into frames. What the page knows besides the view is `ui`.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { azi } from "./azi.js";
import { decide } from "./dock.js";
import { felt } from "./felt.js";
import { log } from "./log.js";
import { menu } from "./menu.js";
import { news } from "./news.js";
import { errorWords, linkWords, subtitle } from "./notices.js";
import { icon } from "./parts.js";
import { result } from "./result.js";
import { mySeat } from "./seats.js";
import { sitForm } from "./sit.js";
import { TableSocket } from "./socket.js";
import { isAsked } from "./words.js";

const ERROR_MS = 8_000;

const root = document.getElementById("table");
const voice = document.getElementById("voice");
// Where the raise panel stays open by itself, and where also beside the offer to look.
const roomy = matchMedia("(min-width: 960px), (min-height: 720px)");
const ample = matchMedia("(min-width: 960px) and (min-height: 780px)");

let view = null;
let toldUpTo = { game: null, n: 0 };

const acts = {
  act: (word) => answer(word),
  explain: (words) => complain(words),
  pick: (card) => change({ picked: ui.picked === card ? null : card }),
  draft: (value) => change({ draft: value }),
  openRaise: () => change({ raising: true }, () => document.getElementById("raise-to")?.focus()),
  openSit: (seat) => change({ sitting: seat, bring: null, error: null }, focusSheet),
  closeSheet: () => change({ sitting: null, error: null }),
  bring: (value) => change({ bring: value }),
  sit: (seat, amount) => send({ type: "sit", seat, buy_in: amount }, "sit"),
  leave: () => send({ type: "leave" }, "leave"),
  sitOut: (value) => send({ type: "sit_out", value }, "sit_out"),
  showAtOnce: (value) => {
    if (send({ type: "show_at_once", value }, null)) change({ showAtOnce: value });
  },
  next: (gameNo) => send({ type: "next", game_no: gameNo }, null) && change({ readied: gameNo }),
};

const ui = {
  now: Date.now(),
  you: undefined,
  live: false, // a view of this connection has come: buttons may act
  link: { state: "opening" },
  sending: null, // the word that waits for its answer
  ref: null, // and its frame's reference
  ask: null, // the question it answers
  error: null,
  draft: null, // the value chosen in the raise panel
  raising: false,
  roomy: roomy.matches,
  ample: ample.matches,
  picked: null,
  sitting: null, // the empty seat whose form is open
  bring: null, // the chips chosen in it
  readied: null,
  purse: root.dataset.purse ? Number(root.dataset.purse) : null,
  playNow: document.getElementById("play-now") ? "play-now" : null,
  showAtOnce: true,
  acts,
};

// --- sending -------------------------------------------------------------------------------------------------------

/** Send a frame if the view is fresh and nothing else is on its way; `word` (if any) shows as busy until answered. */
function send(frame, word) {
  if (!ui.live || ui.sending) return false;
  const ref = socket.send(frame);
  if (ref === null) return false;
  change({ sending: word, ref: word && ref, ask: view.ask, error: null });
  return true;
}

function answer(word) {
  const frame = { type: "act", do: word };
  if (word !== "L") frame.ask = view.ask;
  send(frame, word);
}

let fading = 0;
function complain(words) {
  clearTimeout(fading);
  fading = setTimeout(() => change({ error: null }), ERROR_MS);
  change({ error: words });
}

// --- hearing -------------------------------------------------------------------------------------------------------

/** What of the page's own knowledge a new view makes stale. */
function settled(old, fresh) {
  const asked = fresh.ask !== old?.ask;
  const gone = asked ? { draft: null, picked: null, raising: false, error: null } : {};
  const sat = fresh.my_seat !== null ? { sitting: null } : {};
  return { ...gone, ...sat, ...toggled(old, fresh) };
}

// The view doesn't tell what show_at_once is set to; cards that come face down say that it is off.
function toggled(old, fresh) {
  const seat = mySeat(fresh);
  const dealt = seat?.in && fresh.turn_up && (fresh.game !== old?.game || fresh.deal !== old?.deal || !old.turn_up);
  return dealt && fresh.ruleset.blind && !seat.looked ? { showAtOnce: false } : {};
}

const socket = new TableSocket(new URL(root.dataset.ws, location.href.replace(/^http/, "ws")), {
  view(fresh) {
    const old = view;
    view = fresh;
    change({ live: true, sending: null, ref: null, you: socket.you, ...settled(old, fresh) });
    speak(old, fresh);
  },
  link(state) {
    change(state.state === "open" ? { link: state } : { link: state, live: false, sending: null, ref: null });
  },
  error({ code, message, ref }) {
    const mine = ref !== undefined && ref === ui.ref;
    complain(errorWords(code, message));
    if (mine) change({ sending: null, ref: null });
  },
});

function speak(old, fresh) {
  const first = toldUpTo.game !== fresh.game;
  const last = fresh.events.at(-1)?.n ?? 0;
  const unheard = first ? (old === null ? [] : fresh.events) : fresh.events.filter(({ n }) => n > toldUpTo.n);
  toldUpTo = { game: fresh.game, n: first ? last : Math.max(last, toldUpTo.n) };
  const said = news(
    old,
    fresh,
    unheard.filter(({ a }) => Number(a[0]) !== fresh.my_seat),
  );
  if (said) voice.textContent = said;
}

// --- drawing -------------------------------------------------------------------------------------------------------

const sheet = () => {
  if (ui.sitting !== null && view.my_seat === null) return sitForm(view, ui, ui.sitting);
  return view.phase === "azi" ? azi(view, ui) : nothing;
};

const notice = () => {
  const said = linkWords(ui.link, view, ui.now);
  if (!said) return nothing;
  return html`<div class="msg ${said.calm ? "msg--wait" : ""} notice" role="status">${said.words}${
    said.again
      ? html` <button type="button" class="btn btn--s" @click=${() => socket.open()}>${said.again}</button>`
      : nothing
  }${said.href ? html` <a class="btn btn--s" href=${root.dataset[said.href]}>${said.link}</a>` : nothing}</div>`;
};

const top = () => html`<header class="top">
  <a class="icon" href=${root.dataset.lobby} aria-label=${gettext("Back to the tables")}>${icon("back")}</a>
  <div class="top__title"><h1><bdi>${view?.name ?? root.dataset.name}</bdi></h1>
    <span class="num">${view ? subtitle(view) : ""}</span></div>
  ${view ? menu(view, ui) : nothing}</header>`;

const body = () => {
  if (view.phase === "over" && view.result && ui.sitting === null) return result(view, ui);
  const over = sheet();
  const below = over === nothing ? decide(view, ui) : over;
  // What was refused is said where the decision is made, or else in the middle.
  return html`${felt(view, below === nothing ? ui : { ...ui, error: null })}${below}`;
};

const loading = html`<div class="felt"><div class="wait" aria-busy="true"><i></i><i></i><i></i></div></div>`;

const KINDS = { play: "has-trick", over: "is-over" };

const page = () => html`<div class="play ${KINDS[view?.phase] ?? ""}">${top()}
  <main class="stage" id="main" tabindex="-1">${notice()}${view ? body() : loading}</main>
  ${view && view.phase !== "over" ? html`<aside class="rail">${log(view)}</aside>` : nothing}</div>`;

/** Draw; and when what had the focus is gone, give it to what comes next instead of losing it. */
function draw() {
  const held = document.activeElement;
  const had = root.contains(held);
  ui.now = socket.clock.now();
  render(page(), root);
  if (had && document.activeElement !== held) nextFocus()?.focus();
  const name = view?.name ?? root.dataset.name;
  document.title = view && isAsked(view) ? interpolate(gettext("Your turn: %(name)s"), { name }, true) : name;
}

const nextFocus = () =>
  root.querySelector(".sheet .btn--go, .result .btn--go") ??
  root.querySelector(".dock .btn[aria-disabled=false]") ??
  root.querySelector(".hand__card[aria-disabled=false]") ??
  root.querySelector(".hand__card") ??
  document.getElementById("main");

const focusSheet = () => root.querySelector(".sheet input")?.focus();

function change(what, then = null) {
  Object.assign(ui, what);
  draw();
  then?.();
}

// The second click of a double click, or a key held down, must not answer the question that came in between.
root.addEventListener(
  "click",
  (event) => {
    if (event.detail > 1 && event.target.closest("[data-do], .hand__card")) event.stopPropagation();
  },
  { capture: true },
);
root.addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest("button"))
    event.preventDefault();
});

// --- time ----------------------------------------------------------------------------------------------------------

const ticking = () => view && (view.deadline !== null || view.next !== null || ui.link.state === "lost");
setInterval(() => {
  if (ui.link.state === "open" && !ui.live) socket.refresh();
  if (ticking()) draw();
}, 1000);

for (const query of [roomy, ample]) {
  query.addEventListener("change", () => change({ roomy: roomy.matches, ample: ample.matches }));
}

// After sleep or in a restored page nothing drawn before may act until a fresh view has come.
function wake() {
  if (document.hidden || ui.link.state !== "open") return;
  change({ live: false });
  if (!socket.refresh()) socket.open();
}
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", ({ persisted }) => persisted && socket.open());

draw();
socket.open();
