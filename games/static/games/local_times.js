// Times as this device's clock has them; without this they stand in UTC, and the page says which.

// As the server writes them, and other pages: "Nov 30, 2026, 18:05".
const format = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };
const show = new Intl.DateTimeFormat(document.documentElement.lang || "en", format);

const clock = new Intl.DateTimeFormat(document.documentElement.lang || "en", { timeStyle: "short", hourCycle: "h23" });

/** A moment to come: today's and tomorrow's by these words. */
function showDay(date) {
  const day = new Date();
  const time = clock.format(date);
  if (date.toDateString() === day.toDateString()) return interpolate(gettext("today %(time)s"), { time }, true);
  day.setDate(day.getDate() + 1);
  if (date.toDateString() === day.toDateString()) return interpolate(gettext("tomorrow %(time)s"), { time }, true);
  return show.format(date);
}

/** Shows the times in this part of the page; for what comes later. */
export function showTimes(part) {
  for (const time of part.querySelectorAll("time[data-local]")) {
    const date = new Date(time.dateTime);
    time.textContent = time.dataset.local === "day" ? showDay(date) : show.format(date);
  }
}

showTimes(document);

const zone = document.getElementById("zone");
if (zone) {
  const values = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  zone.textContent = interpolate(gettext("Times are those of your device (%(zone)s)."), values, true);
}
