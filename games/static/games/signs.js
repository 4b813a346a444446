// What the stylesheet has to know of what is drawn, as classes of the root. `:has()` would say the same, but then each
// change in the dock has a phone work out the style of the whole felt anew.

const SIGNS = {
  "has-raise": ".dock .raise",
  "has-look": ".dock [data-do=L]",
  "has-refusal": ".dock .msg",
  "has-azi": ".sheet--azi",
  "has-form": ".sheet--form",
  "has-sheet": ".sheet",
  "has-screen": "#screen",
  "has-last-game": "[data-do=last_game]",
  "has-notice": ".notice",
  "has-end": ".notice:not(.msg--wait)",
};

/** After drawing, before anything asks where things lie. */
export function sign(root) {
  for (const [name, selector] of Object.entries(SIGNS)) {
    root.classList.toggle(name, root.querySelector(selector) !== null);
  }
}
