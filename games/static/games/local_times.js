// Times as this device's clock has them; without this they stand in UTC, and the page says which.

// As the server writes them, and other pages: "Nov 30, 2026, 18:05".
const format = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };
const show = new Intl.DateTimeFormat(document.documentElement.lang || "en", format);

/** Shows the times in this part of the page; for what comes later. */
export function showTimes(part) {
  for (const time of part.querySelectorAll("time[data-local]")) time.textContent = show.format(new Date(time.dateTime));
}

showTimes(document);

const zone = document.getElementById("zone");
if (zone) {
  const values = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  zone.textContent = interpolate(gettext("Times are those of your device (%(zone)s)."), values, true);
}
