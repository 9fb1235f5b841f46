// The turn clock: the server's monotonic time, carried on by the page's own; nothing is counted in ticks.
let offset = 0; // seconds from performance.now() to the server's clock

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
  clock.classList.toggle("short", mode === "down" && left <= 10);
  clock.classList.toggle("gone", mode === "down" && left <= 0);
}

function minutes(seconds) {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
