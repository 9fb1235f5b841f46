// The turn clock: the server's monotonic time, carried on by the page's own; nothing is counted in ticks.
const NEARLY = 10; // seconds that are left when a tablet says so
const GLASS = 60; // the height of one half of the sand glass in its drawing units
let offset = 0; // seconds from performance.now() to the server's clock
let warned = false; // that the turn is nearly over

export function setNow(now) {
  offset = now - performance.now() / 1000;
  paint();
}

// The server's monotonic seconds now.
export const serverNow = () => performance.now() / 1000 + offset;

export function startClock() {
  document.addEventListener("shown", paint);
  setInterval(paint, 200);
}

function paint() {
  const clock = document.getElementById("clock");
  if (!clock) return;
  const { mode, limit, used, running, made } = clock.dataset;
  const since = running === "1" ? Math.max(0, serverNow() - Number(made)) : 0;
  const spent = Number(used) + since;
  const left = Number(limit) - spent;
  const text = mode === "up" ? minutes(Math.floor(spent)) : minutes(Math.ceil(left));
  if (clock.textContent !== text) clock.textContent = text;
  clock.classList.toggle("short", mode !== "up" && left <= NEARLY);
  clock.classList.toggle("gone", mode !== "up" && left <= 0);
  if (mode === "sand") pour(Math.max(0, left / Number(limit)));
  if (mode !== "up" && running === "1") warn(left);
}

export function minutes(seconds) {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// What is left is a share of a triangle's area, which goes with the square of its height.
function pour(share) {
  const glass = document.getElementById("glass");
  const high = GLASS * Math.sqrt(share);
  place(glass.querySelector(".upper"), 70 - high, high);
  place(glass.querySelector(".lower"), 70 + high, GLASS - high);
}

function place(sand, y, height) {
  sand.setAttribute("y", y.toFixed(1));
  sand.setAttribute("height", height.toFixed(1));
}

// Once in a turn, as its last seconds begin; a page that was opened or woke up later keeps silent.
function warn(left) {
  if (!warned && left <= NEARLY && left > NEARLY - 2) document.dispatchEvent(new CustomEvent("nearly"));
  warned = left <= NEARLY;
}
