// Opening a table: a preset fills in the options, an option of one's own makes the rules one's own, and the stakes say
// what one sits down with. The form works without.

import { number } from "./sentence.js";

const form = document.getElementById("open");
const buyIn = document.getElementById("buy-in");
const tooDear = document.getElementById("too-dear");
const OPTIONS = ["cards", "blind", "raises", "azi"];
const OWN = "own";
const LEAST_ANTES = 20;
const MOST_ANTES = 200;
const chips = Number(form.dataset.chips);
const enough = buyIn.textContent;

function fillIn(preset) {
  const values = form.dataset[preset]?.split("|");
  OPTIONS.forEach((name, index) => {
    if (values) form.elements[name].value = values[index];
  });
}

function showStakes() {
  const ante = Number(form.elements.ante.value);
  const known = ante > 0 && form.elements.ante.validity.valid;
  const [least, most] = [LEAST_ANTES * ante, MOST_ANTES * ante];
  const range = gettext("At this ante one sits down with %(least)s to %(most)s chips.");
  buyIn.textContent = known ? interpolate(range, { least: number(least), most: number(most) }, true) : enough;
  tooDear.hidden = !known || least <= chips;
  const warning = gettext("You have %(chips)s chips: you can open this table, but not sit down at it.");
  tooDear.textContent = tooDear.hidden ? "" : interpolate(warning, { chips: number(chips) }, true);
  form.elements.bet.placeholder = known ? String(ante) : "";
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "preset") fillIn(target.value);
  else if (OPTIONS.includes(target.name)) form.elements.preset.value = OWN;
});
form.elements.ante.addEventListener("input", showStakes);
form.addEventListener("submit", (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  delete form.dataset.sent;
  fillIn(form.elements.preset.value);
  showStakes();
});
