// Sentences: a translated format and its values, to be shown (names in <bdi>, amounts bold) or told (plain text).
// Values are strings, numbers, or {name} for what somebody chose to be called. interpolate() comes from jsi18n.

import { html } from "../vendor/lit-html/lit-html.js";

const figures = new Intl.NumberFormat(document.documentElement.lang || "en");

export const number = (value) => figures.format(value);
export const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "±") + number(Math.abs(value));

export const sentence = (format, values = {}) => ({ format, values });

/** Two sentences as one; their values' names must differ or agree. */
export const joined = (first, second) => ({
  format: `${first.format} ${second.format}`,
  values: { ...first.values, ...second.values },
});

/** A translated format with one amount in it. */
export const fill = (format, amount) => interpolate(format, { amount: number(amount) }, true);

// First-strong isolates keep a right-to-left name from turning the sentence around it.
const told = (value) => {
  if (typeof value === "number") return number(value);
  return typeof value === "object" ? `\u2068${value.name}\u2069` : value;
};

/** The sentence as a string. */
export const text = ({ format, values }) =>
  interpolate(format, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, told(value)])), true);

const shown = (value) => {
  if (typeof value === "number") return html`<b class="num">${number(value)}</b>`;
  return typeof value === "object" ? html`<bdi>${value.name}</bdi>` : value;
};

/** The sentence as something a template can show. */
export const rich = ({ format, values }) =>
  format.split(/%\((\w+)\)s/).map((part, index) => (index % 2 ? shown(values[part]) : part));
