// The filter of My games: whose days its dates are, and a press less.

const form = document.getElementById("filters");

if (form) form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
