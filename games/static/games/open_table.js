// Opening a table: its rules, and what one sits down with at these stakes. The form works without.

import { chooseRules, sendOnce } from "./rules_choice.js";
import { number } from "./sentence.js";

const form = document.getElementById("open");
const buyIn = document.getElementById("buy-in");
const tooDear = document.getElementById("too-dear");
const LEAST_ANTES = 20;
const MOST_ANTES = 200;
const chips = Number(form.dataset.chips);
const enough = buyIn.textContent;

function showStakes() {
  const ante = Number(form.elements.ante.value);
  const known = ante > 0 && form.elements.ante.validity.valid;
  const [least, most] = [LEAST_ANTES * ante, MOST_ANTES * ante];
  const range = gettext("At this ante one sits down with %(least)s to %(most)s chips.");
  buyIn.textContent = known ? interpolate(range, { least: number(least), most: number(most) }, true) : enough;
  tooDear.hidden = !known || least <= chips;
  const warning = ngettext(
    "You have %(chips)s chip: you can open this table, but not sit down at it.",
    "You have %(chips)s chips: you can open this table, but not sit down at it.",
    chips,
  );
  tooDear.textContent = tooDear.hidden ? "" : interpolate(warning, { chips: number(chips) }, true);
  form.elements.bet.placeholder = known ? String(ante) : "";
}

const fillIn = chooseRules(form);
sendOnce(form);
form.elements.ante.addEventListener("input", showStakes);
addEventListener("pageshow", () => {
  fillIn();
  showStakes();
});
