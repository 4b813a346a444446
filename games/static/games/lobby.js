// The lobby's bell: when it rings, htmx fetches the list of tables anew. The list itself works without it.

import { wait } from "./backoff.js";

const list = document.getElementById("tables");
const GATHER_MS = 400;
let tries = 0;
let gathering = 0;

const fetchAnew = () => htmx.trigger(list, "ring");

// Many rings at once are one fetch, and a hidden page waits until it is seen.
function ring() {
  if (document.hidden || gathering) return;
  gathering = setTimeout(() => {
    gathering = 0;
    fetchAnew();
  }, GATHER_MS);
}

function listen() {
  const socket = new WebSocket(new URL(list.dataset.ws, location.href.replace(/^http/, "ws")));
  socket.onopen = () => {
    if (tries) ring();
    tries = 0;
  };
  socket.onmessage = ({ data }) => JSON.parse(data).type === "ring" && ring();
  socket.onclose = ({ code }) => {
    const delay = wait(tries, code);
    tries += 1;
    if (code !== 4003) setTimeout(listen, delay);
  };
}

addEventListener("pageshow", ({ persisted }) => persisted && fetchAnew());
document.addEventListener("visibilitychange", () => document.hidden || fetchAnew());
listen();
