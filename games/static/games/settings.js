// What this browser's reader chose and has heard, kept in the browser alone. Storage may be closed to us: then what was
// chosen lasts as long as the page.

const PREFIX = "azi.";
const unkept = new Map();

/** The text kept under a name, or null. */
export function kept(name) {
  if (unkept.has(name)) return unkept.get(name);
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Keep a text under a name; null forgets it. */
export function keep(name, value) {
  unkept.set(name, value); // where it can't be kept it lasts as long as the page
  try {
    localStorage.removeItem(PREFIX + name); // what is older must not come back
    if (value !== null) localStorage.setItem(PREFIX + name, value);
    unkept.delete(name);
  } catch {
    // Storage is full, or closed to us.
  }
}

/** What `keepDated` kept under a name, or null. */
export function keptDated(name) {
  try {
    return JSON.parse(kept(name));
  } catch {
    return null;
  }
}

/** Keep an object with the time, by which it can be forgotten. */
export const keepDated = (name, value) => keep(name, JSON.stringify({ ...value, at: Date.now() }));
