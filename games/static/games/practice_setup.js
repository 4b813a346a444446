// What is to be played, as practice's form says it: the company, the rules, the cards of a record. The last choice is
// kept in this browser.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { shuffled } from "./practice_decks.js";
import { tooLong } from "./practice_records.js";
import { chooseRules } from "./rules_choice.js";
import { number } from "./sentence.js";
import { keep, kept } from "./settings.js";

const KEPT_AS = "practice";
const NUMBERS = ["ante", "bet"];

/** What is wrong with a field, as the forms of other pages say it. */
export const bad = (id, words) => html`<span class="field__bad" id=${id}>${words}</span>`;

const numberOf = (value) => (value === "" ? null : Number(value));

export class Setup {
  #form;
  #start;

  /** `start` hears the setup once one wants to play it, and the button that says so. */
  constructor(form, start) {
    [this.#form, this.#start] = [form, start];
    const fillIn = chooseRules(form);
    this.#restore();
    fillIn();
    this.#show();
    form.addEventListener("change", () => {
      this.#show();
      this.#keep();
    });
    form.addEventListener("input", ({ target }) => this.#mend(target));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#go(event.submitter);
    });
    // Pressed before, they would send the form somewhere.
    for (const button of form.querySelectorAll("[type=submit]")) button.disabled = false;
  }

  // --- the last choice -----------------------------------------------------------------------------------------------

  #named() {
    return new Set([...this.#form.elements].map(({ name }) => name).filter(Boolean));
  }

  #keep() {
    const { elements } = this.#form;
    const valueOf = (name) => (elements[name].type === "checkbox" ? elements[name].checked : elements[name].value);
    keep(KEPT_AS, JSON.stringify(Object.fromEntries([...this.#named()].map((name) => [name, valueOf(name)]))));
  }

  /** What another release kept may be no choice any more: then the usual one stays. */
  #restore() {
    let last = {};
    try {
      last = JSON.parse(kept(KEPT_AS)) ?? {};
    } catch {
      // nothing that can be read
    }
    for (const name of this.#named()) if (Object.hasOwn(last, name)) this.#set(this.#form.elements[name], last[name]);
  }

  #set(field, value) {
    if (field.type === "checkbox") field.checked = value === true;
    else if (!field.options || [...field.options].some((option) => option.value === value)) field.value = String(value);
  }

  // --- what is shown of it -------------------------------------------------------------------------------------------

  #show() {
    const { elements } = this.#form;
    for (const one of this.#form.querySelectorAll("[data-bot]")) one.hidden = Number(one.dataset.bot) > this.#count;
    const preset = this.#form.querySelector("[name=preset]:checked").closest("label").querySelector("b").textContent;
    const ante = number(Number(elements.ante.value));
    const words = interpolate(gettext("%(rules)s, ante %(ante)s"), { rules: preset, ante }, true);
    this.#form.querySelector("#rules-now").textContent = elements.ante.validity.valid ? words : preset;
    elements.bet.placeholder = elements.ante.validity.valid ? elements.ante.value : "";
  }

  get #count() {
    return Number(this.#form.elements.count.value);
  }

  // --- what is wrong with it -----------------------------------------------------------------------------------------

  #say(field, box, words) {
    const id = `${field.id}_error`;
    render(words ? bad(id, words) : nothing, box);
    field.setAttribute("aria-invalid", String(Boolean(words)));
    const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one && one !== id);
    field.setAttribute("aria-describedby", [...others, ...(words ? [id] : [])].join(" "));
  }

  #box(field) {
    const label = field.closest(".field");
    const box = label.querySelector(".bad") ?? document.createElement("div");
    box.className = "bad";
    label.append(box);
    return box;
  }

  /** While one mends it, it isn't held up. */
  #mend(field) {
    if (NUMBERS.includes(field.name) && field.validity.valid) this.#say(field, this.#box(field), "");
    if (field.id === "record") this.#say(field, this.#form.querySelector("#record-bad"), "");
  }

  #refuse(field) {
    field.closest("details").open = true;
    field.focus();
  }

  /** What is wrong with the record that was pasted: the rules speak English, so the place comes first. */
  wrongRecord({ line, column, message }) {
    const field = this.#form.querySelector("#record");
    const place = interpolate(gettext("Line %(line)s, column %(column)s:"), { line, column }, true);
    const words = html`<span>${place} <span lang="en">${message}</span></span>`;
    this.#say(field, this.#form.querySelector("#record-bad"), words);
    this.#refuse(field);
  }

  // --- playing it ----------------------------------------------------------------------------------------------------

  #go(button) {
    const cards = this.#form.querySelector("#cards");
    const record = cards.open ? cards.querySelector("#record").value : "";
    if (tooLong(record)) return this.wrongRecord(tooLong(record));
    if (record.trim()) return this.#start({ record, bots: this.#bots() }, button);
    const { elements } = this.#form;
    const wrong = NUMBERS.map((name) => elements[name]).filter(({ validity }) => !validity.valid);
    for (const field of wrong) this.#say(field, this.#box(field), field.dataset.bad);
    if (wrong.length) return this.#refuse(wrong[0]);
    const rules = this.#rules();
    return this.#start({ rules, bots: this.#bots(), stack: rules.ante * Number(elements.stack.value) }, button);
  }

  #rules() {
    const { cards, blind, raises, azi, ante, bet } = this.#form.elements;
    return {
      cards: Number(cards.value),
      blind: blind.value === "yes",
      raises: numberOf(raises.value),
      azi: azi.value,
      ante: Number(ante.value),
      bet: numberOf(bet.value) ?? Number(ante.value),
    };
  }

  /** A mixed level is drawn here, a mixed style by the rules. */
  #bots() {
    const { elements } = this.#form;
    const levels = [...elements.level.options].map((option) => option.value).filter(Boolean);
    const value = (name, bot) => elements[elements.each.checked ? `${name}-${bot + 1}` : name].value;
    return Array.from({ length: this.#count }, (_, bot) => ({
      level: value("level", bot) || shuffled(levels)[0],
      style: value("style", bot) || null,
    }));
  }
}
