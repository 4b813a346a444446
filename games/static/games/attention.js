// How the page calls its reader: the tab's title and icon, the app's badge, a short buzz on a phone.

import { isAbsent } from "./seats.js";
import { keep, kept } from "./settings.js";
import { isAsked } from "./words.js";

const KEY = "vibrate";
const BUZZ_MS = [60, 80, 60];

const icon = document.querySelector("link[rel=icon]");
const icons = { rest: icon?.getAttribute("href"), turn: icon?.dataset.turn };

/** Whether a buzz can be felt here at all: on something that is held and touched. */
export const canVibrate = () => typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;
export const vibrates = () => canVibrate() && kept(KEY) !== "off";

/** Let this browser buzz, or not. */
export function turnVibration(on) {
  keep(KEY, on ? null : "off");
  if (on) buzz();
}

function buzz() {
  // Without a press on the page before, browsers refuse and complain.
  if (vibrates() && navigator.userActivation?.hasBeenActive) navigator.vibrate(BUZZ_MS);
}

/** What calls the reader to another table, if anything does. */
const called = () => document.documentElement.dataset.call;

let asked = false;
let marked = false;

/** Say in the tab whose turn it is; in one that is hidden the icon says it too. */
export function attend(view, name) {
  asked = view !== null && isAsked(view) && !isAbsent(view);
  const title = asked ? interpolate(gettext("Your turn: %(name)s"), { name }, true) : (called() ?? name);
  if (document.title !== title) document.title = title;
  mark();
}

function mark() {
  const call = asked && document.hidden;
  if (call === marked) return;
  marked = call;
  if (icon && icons.turn) icon.href = call ? icons.turn : icons.rest;
  (call ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.())?.catch(() => {});
}

/** The viewer is asked something: `what` happened (happened.js). */
export const call = (what) => what.asked && buzz();

document.addEventListener("visibilitychange", mark);
