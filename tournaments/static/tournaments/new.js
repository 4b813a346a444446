// Opening a tournament: its rules, its start on this device's clocks, and what it is like where a field is left empty.
// The form works without; then times are UTC.

import { chooseRules, sendOnce } from "../games/rules_choice.js";
import "../games/local_times.js";

const form = document.getElementById("open");
const start = form.elements.start;

/** A moment as the field for a date and a time has it, on this device's clocks. */
function local(ms) {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
}

// What a format is usually like stands in its empty fields.
function showUsual() {
  const { value } = form.elements.format;
  for (const field of form.querySelectorAll(`[data-${value}]`)) {
    const usual = field.dataset[value] || (field.name === "max_entries" ? form.elements.seats_total.value : "");
    field.placeholder = usual && interpolate(gettext("usually %(value)s"), { value: usual }, true);
  }
}

const fillIn = chooseRules(form);
sendOnce(form);
form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (!start.value) start.value = local(Number(form.dataset.nextHour));
form.addEventListener("change", showUsual);
addEventListener("pageshow", () => {
  fillIn();
  showUsual();
});
