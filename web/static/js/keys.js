// Keys of the simulated table: they send the same forms as its buttons, so they press the same pins.
import { send } from "./asks.js";

const HOLD = 1_000; // milliseconds of the space bar that make a long press
const KEYS = { Space: space, KeyB: () => send(form("hold")), KeyT: () => send(form("throw")), KeyH: hand };
let timer = 0;
let inside = false;

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (!free(event) || !(event.code in KEYS)) return;
    event.preventDefault();
    if (!event.repeat) KEYS[event.code]();
  });
  document.addEventListener("keyup", (event) => event.code === "Space" && up());
  addEventListener("blur", forget);
}

// Keys belong to the simulated table only where no field, button or open sheet wants them (a link has no use for Space).
function free(event) {
  const busy = event.target.closest?.("input, select, textarea, button, summary, dialog");
  return !busy && !event.ctrlKey && !event.metaKey && !event.altKey && form("press");
}

const form = (name) => document.querySelector(`form[data-hands="${name}"]`);

function space() {
  timer = setTimeout(() => {
    timer = 0;
    send(form("hold"));
  }, HOLD);
}

function up() {
  if (timer) send(form("press"));
  forget();
}

function forget() {
  clearTimeout(timer);
  timer = 0;
}

function hand() {
  inside = !inside;
  send(form(inside ? "hand-in" : "hand-out"));
}
