// What is heard at the table: soft sounds of felt and wood, made on the spot. Off until somebody wants them, and even
// then there is no audio before the first press, as browsers ask.

import { keep, kept } from "./settings.js";

const KEY = "sound";
const LOUDNESS = 0.5;
const DEAL_APART = 0.06; // seconds, as the cards fly
const MOST_TAPS = 9; // of a deal: then everybody has heard it

let context = null;
let out = null;
let noise = null;

export const canSound = () => typeof AudioContext === "function";
export const isOn = () => canSound() && kept(KEY) === "on";

/** Turn the sounds on or off for this browser, by a press. */
export function turn(on) {
  keep(KEY, on ? "on" : null);
  if (on) begin();
  else context?.suspend().catch(() => {});
  if (on && context) tap(0);
}

function begin() {
  if (!canSound()) return;
  try {
    context ??= prepared(new AudioContext());
    context.resume().catch(() => {});
  } catch {
    context = null; // no device, or too many: the table stays silent
  }
}

function prepared(fresh) {
  out = new GainNode(fresh, { gain: LOUDNESS });
  out.connect(fresh.destination);
  noise = fresh.createBuffer(1, fresh.sampleRate / 2, fresh.sampleRate);
  noise.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.random() * 2 - 1));
  return fresh;
}

// --- what the sounds are made of -----------------------------------------------------------------------------------

/** A gain that rises to `peak` at once and dies away in `length` seconds. */
function fading(at, length, peak, rise = 0.004) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(peak, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(out);
  return gain;
}

function rub(at, length, peak, { type, from, to = from, q = 0.8 }) {
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const filter = new BiquadFilterNode(context, { type, frequency: from, Q: q });
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(filter).connect(fading(at, length, peak, length / 6));
  source.start(at, Math.random() / 4);
  source.stop(at + length);
}

function tone(at, length, peak, { type = "sine", from, to = from, rise }) {
  const source = new OscillatorNode(context, { type, frequency: from });
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(fading(at, length, peak, rise));
  source.start(at);
  source.stop(at + length);
}

// --- the sounds ----------------------------------------------------------------------------------------------------

/** A card laid on felt. */
function tap(after) {
  const at = context.currentTime + after;
  rub(at, 0.07, 0.5, { type: "bandpass", from: 2400, to: 700 });
  tone(at, 0.06, 0.12, { from: 190, to: 120 });
}

function click(after) {
  const at = context.currentTime + after;
  tone(at, 0.05, 0.11, { type: "triangle", from: 1750, to: 1500 });
  rub(at, 0.03, 0.12, { type: "highpass", from: 3500 });
}

function clicks() {
  click(0);
  click(0.07);
}

/** Two knocks on wood: it is the viewer's turn. */
function knock() {
  for (const after of [0, 0.15]) {
    const at = context.currentTime + after;
    tone(at, 0.11, 0.55, { from: 240, to: 130 });
    rub(at, 0.03, 0.25, { type: "lowpass", from: 900 });
  }
}

function slide() {
  rub(context.currentTime, 0.32, 0.28, { type: "bandpass", from: 500, to: 1600, q: 0.5 });
}

/** Two plucked strings, a fifth apart, for whoever wins. */
function pluck() {
  const at = context.currentTime + 0.1;
  tone(at, 0.7, 0.22, { type: "triangle", from: 294 });
  tone(at + 0.12, 0.9, 0.2, { type: "triangle", from: 440 });
}

/** A horn far away. */
function horn() {
  const at = context.currentTime;
  tone(at, 1.1, 0.24, { type: "triangle", from: 147, rise: 0.25 });
  tone(at, 1.1, 0.16, { type: "triangle", from: 220, rise: 0.35 });
}

function deal(count) {
  for (let card = 0; card < Math.min(count, MOST_TAPS); card += 1) tap(card * DEAL_APART);
}

const cardsOf = (view) => view.seats.reduce((sum, { cards }) => sum + cards.length, 0);

/** Let what happened (happened.js) be heard. A page that nobody looks at only knocks. */
export function sound(what, view) {
  if (context?.state !== "running" || !isOn()) return;
  if (!document.hidden) {
    if (what.dealt.length) deal(cardsOf(view));
    else if (what.swept) slide();
    if (what.played.length || what.discarded.length) tap(0);
    if (what.paid.length) clicks();
    if (what.azi) horn();
    if (what.won !== null) pluck();
  }
  if (what.asked) knock();
}

/** The reader is wanted elsewhere; heard where a press has let audio begin. */
export function wanted() {
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return;
  begin();
  context?.resume().then(knock, () => {});
}

// Chosen on an earlier visit: audio begins with the first press on this page.
for (const press of ["click", "keydown"]) {
  addEventListener(press, () => isOn() && context?.state !== "running" && begin(), { capture: true });
}
