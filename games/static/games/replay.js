// A finished game, step by step: the views after each deal and action, drawn on the felt as at the live table.
// Step n of N is the address's #n. Keys: ← → one step, Home and End, space plays on. Drawing a finger over the felt goes
// one step.

import "./english.js";
import { html, nothing, render, svg } from "../vendor/lit-html/lit-html.js";
import { copyFrom, copyText } from "./copying.js";
import { bareFelt, felt } from "./felt.js";
import { happened } from "./happened.js";
import { read } from "./history.js";
import { Motion } from "./motion.js";
import { news } from "./news.js";
import { pictures, sprite } from "./sprite.js";
import { kept, keep } from "./settings.js";
import { rowOf, wordsOf } from "./steps.js";

const PACE_MS = 1_400;
const FAST_MS = 600;
const LOOK_MS = 500; // nothing to see there for the others
const [LEAST_MS, MOST_MS] = [300, 8_000]; // of the pace at which it was played
const SWIPE_PX = 40;

const root = document.getElementById("replay");
const voice = document.getElementById("voice");
const motion = new Motion(root);

let views = [];
let waits = []; // ms before each, as it was played
let pace = "steady"; // of PACES
let at = 0; // the step shown, from 0
let playing = 0; // the timer of the step to come
let failed = false;

// What the felt asks of a live page: here nothing can be answered.
const still = { now: 0, live: false, sending: null, error: null, you: null, picked: null, acts: { explain() {}, openSit() {} } };

/** What a view adds to the one before it: its last event, or null where it is a new deal or the calling off. */
const eventOf = (view, before) => {
  const last = view.events.at(-1);
  return last && last.n !== before?.events.at(-1)?.n ? read(last) : null;
};

/**
 * A view as it is looked back on: nobody asks the viewer, and the card that ended a deal still lies on the table.
 * [view, whether the deal is over]
 */
const lookedBack = (view, before) => {
  const asked = { ...view, to_act: view.to_act.filter((seat) => seat !== view.my_seat), legal: [], cost: {} };
  if (["discard", "bid", "play"].includes(view.phase)) return [asked, false];
  if (view.phase !== "over" && eventOf(view, before)?.word !== "card") return [asked, false];
  const phase = view.last_trick.length || view.trick.length ? "play" : "bid";
  return [{ ...asked, phase, bank: view.result?.bank || view.bank || (before?.bank ?? 0), to_act: [] }, true];
};

// --- going to a step -----------------------------------------------------------------------------------------------

function go(step, tell = true) {
  const next = Math.min(views.length - 1, Math.max(0, step));
  if (next === at && tell) return;
  const what = happened(next === at + 1 && tell ? views[at] : null, views[next]);
  at = next;
  if (tell) history.replaceState(null, "", `#${at + 1}`);
  motion.through(what, views[at], draw);
  voice.textContent = spoken(at);
}

const spoken = (step) => {
  const [before, view] = [views[step - 1] ?? null, views[step]];
  const fresh = eventOf(view, before) ? [view.events.at(-1)] : [];
  return news(before, { ...view, to_act: view.to_act.filter((seat) => seat !== view.my_seat) }, fresh);
};

const fromAddress = () => {
  const found = /^#(\d{1,6})$/.exec(location.hash);
  return found ? Number(found[1]) - 1 : null;
};

// --- playing on ----------------------------------------------------------------------------------------------------

function stop() {
  clearTimeout(playing);
  playing = 0;
  draw();
}

function play() {
  if (at === views.length - 1) go(0);
  later();
  draw();
}

const PACES = {
  steady: { sign: "1×", words: () => gettext("Steady"), wait: (isLook) => (isLook ? LOOK_MS : PACE_MS) },
  fast: { sign: "2×", words: () => gettext("Fast"), wait: (isLook) => (isLook ? LEAST_MS : FAST_MS) },
  real: {
    sign: null,
    words: () => gettext("As it was played"),
    wait: (_isLook, step) => Math.min(MOST_MS, Math.max(LEAST_MS, waits[step] ?? PACE_MS)),
  },
};

if (Object.hasOwn(PACES, kept("pace") ?? "")) pace = kept("pace");

function later() {
  const coming = views[at + 1] && eventOf(views[at + 1], views[at]);
  playing = setTimeout(() => {
    go(at + 1);
    if (at < views.length - 1) later();
    else stop();
  }, PACES[pace].wait(coming?.word === "L", at + 1));
}

function setPace(name) {
  pace = name;
  keep("pace", name);
  if (playing) {
    clearTimeout(playing);
    later();
  }
  draw();
}

/** A step that somebody asks for also ends the playing on. */
const step = (to) => {
  if (playing) stop();
  go(to);
};

// --- drawing -------------------------------------------------------------------------------------------------------

const LINES = {
  first: "M6 5v14M19 6l-8 6 8 6z",
  back: "M15 6l-8 6 8 6",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  forward: "M9 6l8 6-8 6",
  last: "M18 5v14M5 6l8 6-8 6z",
};
const key = (name, words, press, can = true, kind = "") => html`<button type="button" class="btn ${kind}"
  aria-label=${words} aria-disabled=${String(!can)} data-key=${name} @click=${() => can && press()}
  ><svg viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${LINES[name]}/>`}</svg></button>`;

const main = "stranger" in root.dataset ? "" : "btn--go"; // whoever isn't signed in has a next step below

const keys = () => {
  const [isFirst, isLast] = [at === 0, at === views.length - 1];
  return html`<div class="scrub__keys">
    ${key("first", gettext("First step"), () => step(0), !isFirst)}
    ${key("back", gettext("Step back"), () => step(at - 1), !isFirst)}
    ${playing ? key("pause", pgettext("a replay", "Pause"), stop, true, main) : key("play", pgettext("a replay", "Play"), play, true, main)}
    ${key("forward", gettext("Step forward"), () => step(at + 1), !isLast)}
    ${key("last", gettext("Last step"), () => step(views.length - 1), !isLast)}</div>`;
};

const CLOCK = svg`<path d="M12 7v5l3 2M12 4a8 8 0 100 16 8 8 0 000-16z"/>`;
const paceKey = () => html`<label class="btn scrub__pace"><span aria-hidden="true">${
  PACES[pace].sign ?? html`<svg viewBox="0 0 24 24">${CLOCK}</svg>`
}</span><select aria-label=${gettext("Pace")} .value=${pace} @change=${({ target }) => setPace(target.value)}>${
  Object.keys(PACES).map((name) => html`<option value=${name} ?selected=${name === pace}>${PACES[name].words()}</option>`)
}</select></label>`;

/** Where the replay is cut: at a new deal, at the first card of a trick. */
const isCut = (index) => {
  const [view, before] = [views[index], views[index - 1]];
  if (!before || view.deal !== before.deal) return true;
  return eventOf(view, before)?.word === "card" && !before.trick.length;
};

const bar = () => {
  const state = (index) => (index === at ? "is-now" : index < at ? "is-past" : "");
  const cut = (index) => (index && isCut(index) ? "is-cut" : "");
  const crowd = views.length > 120 ? "is-dense" : views.length > 40 ? "is-many" : "";
  return html`<div class="scrub__bar"><div class="scrub__steps ${crowd}" aria-hidden="true">
    ${views.map((_, index) => html`<i class="${state(index)} ${cut(index)}"></i>`)}</div>
    <input type="range" min="1" max=${views.length} .value=${String(at + 1)} aria-label=${pgettext("of a replay", "Step")}
      aria-valuetext=${`${at + 1}: ${wordsOf(views, at).told}`} @input=${({ target }) => step(Number(target.value) - 1)}></div>`;
};

const count = () =>
  interpolate(gettext("step %(step)s of %(all)s"), { step: at + 1, all: views.length }, true);

const dock = () => html`<section class="dock scrub" aria-label=${gettext("Replay")}>
  <p class="scrub__now"><b>${wordsOf(views, at).shown}</b><span class="num scrub__step">${count()}</span></p>
  <div class="scrub__line">${bar()}${paceKey()}</div>${keys()}</section>`;

const line = (index) => {
  const [said, end] = rowOf(views, index);
  const current = index === at ? "step" : nothing;
  const kind = index === 0 || views[index].deal !== views[index - 1].deal ? "is-deal" : "";
  return html`<li class=${kind}><a href="#${index + 1}" aria-current=${current}><span>${said}</span
    ><span class="num">${end}</span></a></li>`;
};

const rail = () => html`<aside class="rail"><section class="panel log" aria-labelledby="steps-title">
  <div class="head2"><h2 id="steps-title">${gettext("Every step")}</h2></div>
  <ol class="rows steps-list" role="list" tabindex="0" aria-labelledby="steps-title">${views.map((_, index) => line(index))}</ol>
  <button type="button" class="btn btn--s" @click=${copyLink}>${gettext("Copy link to this moment")}</button></section></aside>`;

// As anybody may open it: a way of looking at it is no part of the link.
const linkTo = (moment) => location.origin + location.pathname + moment;
const copyLink = ({ target }) => copyText(linkTo(`#${at + 1}`), target);

/** Shares the game by what the device offers; else its link is copied. */
async function share(button) {
  if (!navigator.share) return copyText(linkTo(""), button);
  try {
    await navigator.share({ title: document.title, url: linkTo("") });
  } catch (error) {
    if (error.name !== "AbortError") await copyText(linkTo(""), button);
  }
}

const trouble = () => html`<div class="blank about"><b>${gettext("The game didn't come")}</b>
  ${gettext("The server didn't answer as it should.")}
  <button type="button" class="btn btn--go" @click=${load}>${gettext("Try again")}</button></div>`;

const waiting = () => html`<div class="stage">${bareFelt(gettext("Still loading…"))}</div>`;

const whole = () => {
  const [view, isOver] = lookedBack(views[at], views[at - 1]);
  return html`<div class="stage ${view.phase === "play" ? "has-trick" : ""} ${isOver ? "is-looked-back" : ""}"
    data-step=${at + 1}>${felt(view, still)}${dock()}</div>${rail()}`;
};

function draw() {
  render(failed ? trouble() : views.length ? whole() : waiting(), root);
  // The list keeps to its current line by itself, without moving the page.
  const [list, current] = [root.querySelector(".steps-list"), root.querySelector("[aria-current=step]")];
  if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

// --- keys and addresses --------------------------------------------------------------------------------------------

const STEPS = {
  ArrowLeft: () => step(at - 1),
  ArrowRight: () => step(at + 1),
  Home: () => step(0),
  End: () => step(views.length - 1),
  " ": () => (playing ? stop() : play()),
};

addEventListener("keydown", (event) => {
  const does = STEPS[event.key];
  if (!does || !views.length || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // The slider, the record and a button have keys of their own.
  if (event.target.closest("input, textarea, select, .record")) return;
  if (event.key === " " && event.target.closest("button, a, summary")) return;
  event.preventDefault();
  does();
});

let finger = null; // where it came down on the felt

root.addEventListener("pointerdown", (event) => {
  finger = event.pointerType === "touch" && event.isPrimary && event.target.closest(".felt") ? event : null;
});
root.addEventListener("pointerup", (event) => {
  if (!finger || event.pointerId !== finger.pointerId) return;
  const [across, down] = [event.clientX - finger.clientX, event.clientY - finger.clientY];
  finger = null;
  const isSwipe = Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(down);
  if (views.length && isSwipe) step(across < 0 ? at + 1 : at - 1);
});
root.addEventListener("pointercancel", () => (finger = null));

addEventListener("hashchange", () => {
  const asked = fromAddress();
  if (asked !== null && views.length) step(asked);
});
document.addEventListener("visibilitychange", () => document.hidden && playing && stop());

// --- fetching ------------------------------------------------------------------------------------------------------

async function load() {
  failed = false;
  draw();
  try {
    const answer = await fetch(root.dataset.views, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    ({ views, waits } = await answer.json());
    await sprite;
  } catch {
    failed = true;
    draw();
    return;
  }
  go(fromAddress() ?? 0, false);
}

for (const button of document.querySelectorAll("[data-share]")) button.addEventListener("click", () => share(button));
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copyFrom(document.getElementById(button.dataset.copy), button));
}
render(waiting(), root);
pictures.then(draw);
load();
