// The rules in a form: a preset fills in the options, an option of one's own makes the rules one's own.

const OPTIONS = ["cards", "blind", "raises", "azi"];
const OWN = "own";

/** From now on; returns what fills the options in as the chosen preset has them. */
export function chooseRules(form) {
  function fillIn() {
    const values = form.dataset[form.elements.preset.value]?.split("|");
    OPTIONS.forEach((name, index) => {
      if (values) form.elements[name].value = values[index];
    });
  }

  form.addEventListener("change", ({ target }) => {
    if (target.name === "preset") fillIn();
    else if (OPTIONS.includes(target.name)) form.elements.preset.value = OWN;
  });
  return fillIn;
}

/** A form that is sent twice in a row is sent once. */
export function sendOnce(form) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  addEventListener("pageshow", () => delete form.dataset.sent);
}
