// The leaderboards' choosers, which are longer than a phone is wide: what is chosen is in sight.

for (const chosen of document.querySelectorAll(":is(.tabs, .choosers__periods) [aria-current]")) {
  const row = chosen.parentElement;
  row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}
