// What account pages do beside allauth's own scripts: say that a passkey was not used, and copy recovery codes.

document.addEventListener("allauth.error", (event) => {
  // The browser has shown its own window, or none where it knows no passkeys; our page says what is left to do.
  event.preventDefault();
  const trouble = document.querySelector("[data-trouble]");
  trouble.hidden = false;
  trouble.focus();
});

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent.trim());
    button.textContent = button.dataset.copied;
  });
}
