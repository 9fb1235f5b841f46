// The workshop's pages: forms are sent without leaving the page, which asks for news while somebody looks at it.
import { Idiomorph } from "/static/vendor/idiomorph-0.8.0.esm.js";
import { startCorners } from "./corners.js";
import { startLamps } from "./lamps.js";

const IDLE = 1_500; // milliseconds between questions for news, and while a task runs
const BUSY = 400;
const PREVIEW = 1_500; // milliseconds between pictures of the camera
const main = () => document.getElementById("main");
let asking = false;

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-task]") || event.defaultPrevented) return;
  event.preventDefault();
  if (!waits(event.target)) send(event.target, event.target.getAttribute("action"));
});
document.addEventListener("change", (event) => {
  if (event.target.dataset.atOnce) send(event.target.form, event.target.dataset.atOnce);
});
document.getElementById("trouble-close").addEventListener("click", () => trouble(null));
document.addEventListener("visibilitychange", () => document.hidden || news());
startCorners();
startLamps();
watch();
setInterval(preview, PREVIEW);
document.body.dataset.heard = "1";

const waits = (form) => Number(form.dataset?.waiting || 0);

// A form is left alone while it waits; a second tap on its button before the answer does nothing.
async function send(form, action) {
  form.dataset.waiting = String(waits(form) + 1);
  const files = form.enctype === "multipart/form-data";
  const body = files ? new FormData(form) : new URLSearchParams(new FormData(form));
  const answered = post(action, body);
  setTimeout(news, 50); // what is being done shows while the answer is waited for
  const answer = await answered;
  form.dataset.waiting = String(waits(form) - 1);
  trouble(answer.slug ? answer : null);
  if (answer.slug) return;
  if (answer.to && answer.to !== location.pathname) location.assign(answer.to);
  else {
    if (files) form.reset();
    await news();
  }
}

async function post(action, body) {
  try {
    const answer = await fetch(action, { method: "POST", body, headers: { Accept: "application/json" } });
    return await answer.json();
  } catch {
    return { slug: "not-sent", sentence: document.body.dataset.said, advice: document.body.dataset.advice };
  }
}

function trouble(told) {
  const box = document.getElementById("trouble");
  box.hidden = !told;
  box.querySelector(".sentence").textContent = told?.sentence ?? "";
  box.querySelector(".advice").textContent = told?.advice ?? "";
}

async function watch() {
  if (!document.hidden) await news();
  setTimeout(watch, "doing" in main().dataset ? BUSY : IDLE);
}

// The page as it is now, drawn over the old one where its number is another one.
async function news() {
  if (asking) return;
  asking = true;
  try {
    const headers = { "X-Part": "main", "X-After": main().dataset.number };
    const answer = await fetch(location.pathname, { headers, signal: AbortSignal.timeout(10_000) });
    document.getElementById("stale").hidden = true;
    if (answer.status === 200) draw(await answer.text());
  } catch {
    document.getElementById("stale").hidden = false;
  } finally {
    asking = false;
  }
}

function draw(html) {
  Idiomorph.morph(main(), html.trim(), { morphStyle: "outerHTML", callbacks });
  document.dispatchEvent(new CustomEvent("shown"));
}

const callbacks = {
  // What somebody types or points at stays as it is, as long as it is the same thing.
  beforeNodeMorphed(old, fresh) {
    const own = old instanceof Element && old.hasAttribute("data-own") && old.id === fresh.id;
    return !own && !waits(old);
  },
  beforeAttributeUpdated(name, node) {
    return !(name === "open" && node instanceof HTMLDetailsElement);
  },
};

function preview() {
  const picture = document.getElementById("preview");
  if (!picture || document.hidden || !picture.complete) return;
  picture.src = `/calibrate/preview.jpg?at=${Date.now()}`;
}
