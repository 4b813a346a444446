// Copying to the clipboard, which browsers allow on secure pages only; elsewhere the text is marked for the reader to copy.

const SAID_MS = 2_500;

function say(button, words) {
  const before = button.textContent;
  if (button.dataset.said) return;
  button.dataset.said = "yes";
  button.textContent = words;
  setTimeout(() => {
    button.textContent = before;
    delete button.dataset.said;
  }, SAID_MS);
}

/** Copies a text; the button says whether it could. */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    say(button, gettext("Copied"));
    return true;
  } catch {
    say(button, gettext("This browser doesn't let pages copy"));
    return false;
  }
}

/** Copies what an element holds, or marks it. */
export async function copyFrom(element, button) {
  if (!(await copyText(element.textContent, button))) getSelection().selectAllChildren(element);
}
