// Puts a new <main> in the place of the old one, so that focus, open details and running transitions survive.
import { Idiomorph } from "/static/vendor/idiomorph-0.8.0.esm.js";

let latest = null;
let newest = -1;
let run = "";

export const seen = () => document.body.dataset.seen;
export const isShown = (number) => newest >= number;

// A number from another run of the program starts a new count.
export function show(event) {
  const [from] = event.seen.split("-");
  if (from === run && event.number < newest) return;
  [run, newest] = [from, event.number];
  latest = event;
  document.body.dataset.seen = event.seen;
  draw();
}

// Drawn again when a form that was left alone has been answered.
export function draw() {
  if (!latest) return;
  Idiomorph.morph(document.getElementById("main"), latest.html, { morphStyle: "outerHTML", callbacks });
  document.title = document.getElementById("main").dataset.title;
  document.dispatchEvent(new CustomEvent("shown"));
}

const callbacks = {
  beforeNodeMorphed(old) {
    if (!(old instanceof Element)) return true;
    return !(old.hasAttribute("data-own") || Number(old.dataset.waiting) > 0);
  },
  beforeAttributeUpdated(name, node) {
    return !(name === "open" && node instanceof HTMLDetailsElement);
  },
};
