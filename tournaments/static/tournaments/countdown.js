// Times that run down on a page: a big clock, its stitches, and how long it is until something. By the server's clock.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let ahead = 0; // the server's clock before this device's, ms

const say = (format, n) => interpolate(format, { n }, true);

/** A length of time in its two largest units, as the server writes it: "2 h 5 min", "45 s". */
export function howLong(ms) {
  const [days, hours] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR)];
  const [minutes, seconds] = [Math.floor((ms % HOUR) / MINUTE), Math.floor((ms % MINUTE) / 1000)];
  const parts = [];
  if (days) parts.push(say(gettext("%(n)s\u00a0d"), days));
  if (hours) parts.push(say(gettext("%(n)s\u00a0h"), hours));
  if (minutes && !days) parts.push(say(gettext("%(n)s\u00a0min"), minutes));
  if (!days && !hours && (!minutes || (minutes < 2 && seconds))) parts.push(say(gettext("%(n)s\u00a0s"), seconds));
  return parts.join("\u00a0");
}

/** "04:12", "1:04:12"; from a day on in words. */
function face(ms) {
  if (ms >= DAY) return howLong(ms);
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const pair = (number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:` : ""}${pair(minutes)}:${pair(seconds % 60)}`;
}

function tick(element) {
  const left = Math.max(0, Number(element.dataset.until) - Date.now() - ahead);
  if (element.dataset.total) {
    const stitches = Math.min(30, Math.ceil((30 * left) / Number(element.dataset.total)));
    element.setAttribute("x2", Math.max(0, 8 * stitches - 3));
    return;
  }
  const words = "clock" in element.dataset ? face(left) : sentence(element, left);
  if (element.textContent !== words) element.textContent = words;
}

function sentence({ dataset }, left) {
  const time = howLong(left);
  return interpolate(dataset.in ? gettext("in %(time)s") : gettext("%(time)s left"), { time }, true);
}

/** What the server's clock says now; from any element with data-now that has just come. */
export function heardNow(element) {
  ahead = Number(element.dataset.now) - Date.now();
}

/** Shows all of them as they are now. */
export function tickAll() {
  for (const element of document.querySelectorAll("[data-until]")) tick(element);
}

/** From now on once a second, when the server's second begins. */
export function start() {
  tickAll();
  setTimeout(start, 1000 - ((Date.now() + ahead) % 1000) + 5);
}
