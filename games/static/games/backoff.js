// When to try a lost link again (docs/protocol.md, close codes).

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
const RESTART_SPREAD_MS = 5_000;
const RESTART = 4012;

/** How long to wait before try number `tries` (from 0), in ms: full jitter, or a spread after a restart. */
export function wait(tries, code, random = Math.random) {
  if (code === RESTART && tries === 0) return random() * RESTART_SPREAD_MS;
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
}
