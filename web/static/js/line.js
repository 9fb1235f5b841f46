// One after another: whatever a tablet sounds or says waits for what came before it, so that nothing overlaps.
const MOST = 4; // that wait; what comes while more do is left out, for it would be old when its turn came
let last = Promise.resolve();
let waiting = 0;

// `job` gives a promise for its end; one that fails ends too, and must not stop those behind it.
export function inLine(job) {
  if (waiting >= MOST) return last;
  waiting += 1;
  last = last.then(job).catch((error) => console.info("not heard:", error)).finally(() => (waiting -= 1));
  return last;
}
