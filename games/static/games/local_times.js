// Times as this device's clock has them; without this they stand in UTC, and the page says which.

// As the server writes them, and other pages: "Nov 30, 2026, 18:05".
const format = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };
export const inFull = new Intl.DateTimeFormat(document.documentElement.lang || "en", format);

const clock = new Intl.DateTimeFormat(document.documentElement.lang || "en", { timeStyle: "short", hourCycle: "h23" });

const day = new Intl.DateTimeFormat(document.documentElement.lang || "en", { dateStyle: "medium" });

/** An end of a span: its day, or its moment where both ends are of one day. */
function showEnd(time) {
  const ends = [...time.parentElement.querySelectorAll("time")].map((end) => new Date(end.dateTime).toDateString());
  return (ends.length > 1 && ends[0] === ends[1] ? inFull : day).format(new Date(time.dateTime));
}

/** A moment to come: today's and tomorrow's by these words. */
function showDay(date) {
  const near = new Date();
  const time = clock.format(date);
  if (date.toDateString() === near.toDateString()) return interpolate(gettext("today %(time)s"), { time }, true);
  near.setDate(near.getDate() + 1);
  if (date.toDateString() === near.toDateString()) return interpolate(gettext("tomorrow %(time)s"), { time }, true);
  return inFull.format(date);
}

/** Shows the times in this part of the page; for what comes later. */
export function showTimes(part) {
  for (const time of part.querySelectorAll("time[data-local]")) {
    const date = new Date(time.dateTime);
    const { local } = time.dataset;
    time.textContent = local === "day" ? showDay(date) : local === "date" ? showEnd(time) : inFull.format(date);
  }
}

showTimes(document);

const zone = document.getElementById("zone");
if (zone) {
  const values = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  zone.textContent = interpolate(gettext("Times are those of your device (%(zone)s)."), values, true);
}
