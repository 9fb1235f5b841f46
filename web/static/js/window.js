// The time in which something can still be answered, counted down by the server's clock.
import { minutes, serverNow } from "./clock.js";

export function startWindow() {
  document.addEventListener("shown", paint);
  setInterval(paint, 200);
}

function paint() {
  const shown = document.getElementById("countdown");
  if (!shown) return;
  const { limit, used, running, made, left, over } = shown.dataset;
  const told = "minutes" in shown.dataset ? minutes : String;
  const since = running === "1" ? Math.max(0, serverNow() - Number(made)) : 0;
  const seconds = Math.ceil(Number(limit) - Number(used) - since);
  const text = seconds > 0 ? left.replace("#", told(seconds)) : over;
  if (shown.textContent !== text) shown.textContent = text;
  shown.classList.toggle("gone", seconds <= 0);
}
