// The seal on a finished game: its deals' proofs are verified once the page is at rest, and its link says so. What is
// wrong with a deal, the page of proofs tells.

import "./english.js";
import { number } from "./sentence.js";

const link = document.querySelector("[data-proved]");
const whenIdle = globalThis.requestIdleCallback ?? ((call) => setTimeout(call, 1_000));

async function check() {
  const { supported, verify, verifyChain } = await import("./fair.js");
  if (!supported) return;
  const answer = await fetch(link.dataset.proved, { headers: { accept: "application/json" } });
  if (!answer.ok) return;
  const records = await answer.json();
  try {
    for (const record of records) await verify(record);
    await verifyChain(records);
  } catch {
    show("broken", gettext("The proof is broken"));
    return;
  }
  const format = ngettext("%(count)s deal checked", "%(count)s deals checked", records.length);
  show("verified", interpolate(format, { count: number(records.length) }, true));
}

function show(state, words) {
  link.dataset.state = state;
  link.querySelector("span").textContent = words;
}

// Without it the link says that there are proofs, which is true in any case.
whenIdle(() => check().catch(() => {}));
