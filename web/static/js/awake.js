// Keeps the screen on while a page is shown; browsers allow it to safe addresses (https or this machine) alone.
let lock = null;

// Whether the screen is kept on now.
export async function hold() {
  if (document.hidden || !("wakeLock" in navigator)) return false;
  try {
    if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // the battery is low, or the browser does not want to
  }
  return lock !== null;
}

export function startAwake() {
  document.addEventListener("visibilitychange", hold);
  hold();
}
