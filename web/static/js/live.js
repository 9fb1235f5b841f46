// Keeps the page live: a stream of events, a watchdog for its silence, and a whole View after every sleep.
import { setNow } from "./clock.js";
import { seen, show } from "./show.js";

const SILENCE = 12_000; // milliseconds: two beats of the server and some
const PATIENCE = 2_000; // milliseconds between attempts to come back
const page = document.body.dataset.live;
let source = null;
let heard = performance.now();
let asking = false;

export function startLive() {
  setNow(Number(document.body.dataset.now));
  open();
  setInterval(watch, PATIENCE);
  document.addEventListener("visibilitychange", () => (document.hidden ? source.close() : comeBack()));
  addEventListener("pageshow", (event) => event.persisted && comeBack());
  addEventListener("online", comeBack);
  addEventListener("offline", () => stale(true));
}

function open() {
  source?.close();
  source = new EventSource(`/live?page=${page}&after=${encodeURIComponent(seen())}`);
  source.addEventListener("view", (event) => take(JSON.parse(event.data)));
  source.addEventListener("beat", (event) => alive(JSON.parse(event.data)));
}

function alive(data) {
  heard = performance.now();
  document.body.dataset.heard = "1";
  setNow(data.now);
  stale(false);
}

function take(data) {
  alive(data);
  show(data);
}

const silent = () => performance.now() - heard > SILENCE;

// A page that nobody sees keeps no stream: a browser has but six connections to one address for all its tabs.
function watch() {
  if (document.hidden) return;
  if (silent() || source.readyState !== EventSource.OPEN) comeBack();
}

// Ask for the newest View at once, whatever became of the stream, and open another stream where it is gone.
async function comeBack() {
  if (asking) return;
  asking = true;
  try {
    const gone = silent();
    const answer = await fetch(`/live/now?page=${page}`, { signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    take(await answer.json());
    if (gone || source.readyState !== EventSource.OPEN) open();
  } catch {
    stale(true);
  } finally {
    asking = false;
  }
}

function stale(is) {
  document.getElementById("stale").hidden = !is;
  document.body.classList.toggle("is-stale", is);
}
