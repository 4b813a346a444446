// Begins practice's worker before the page's own scripts and words are there, for it takes the longest. What it has to
// say is heard by `tell`, which a page that plays fills in.

import { PracticeLink } from "./practice_link.js";

const { worker, program, wasm, bundle, cast, you } = document.querySelector("[data-worker]").dataset;

export const tell = { view() {}, link() {}, hint() {}, error() {} };
export const link = new PracticeLink({ worker, program, wasm, rules: bundle, cast: cast.split("|"), you }, tell);
