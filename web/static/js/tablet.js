// This tablet's settings: each holds as soon as it is chosen; without scripts the button keeps them all.
import { Idiomorph } from "/static/vendor/idiomorph-0.8.0.esm.js";
import { hold } from "./awake.js";
import { play } from "./sounds.js";
import { speak, voiced } from "./speech.js";

const form = () => document.getElementById("settings");
const root = document.documentElement;
let held = false;

document.addEventListener("change", async (event) => {
  if (!form().contains(event.target)) return;
  const answer = await fetch("/tablet", { method: "POST", body: new URLSearchParams(new FormData(form())) }).catch(() => null);
  if (!answer?.ok) return form().requestSubmit();
  wear(new DOMParser().parseFromString(await answer.text(), "text/html"));
});

// What the server has drawn for the new settings, put over the old page without losing the focus.
function wear(fresh) {
  for (const { name, value } of fresh.documentElement.attributes) root.setAttribute(name, value);
  for (const id of ["light", "contrast"]) document.getElementById(id).media = fresh.getElementById(id).media;
  Idiomorph.morph(document.body, fresh.body.outerHTML, { morphStyle: "outerHTML", ignoreActiveValue: true });
  document.title = fresh.title;
  document.body.dataset.heard = "1";
  ready();
}

function ready() {
  document.getElementById("try-sound").hidden = false;
  document.getElementById("try-speech").hidden = !voiced();
  document.getElementById("no-voice").hidden = voiced();
  if (!isSecureContext) return;
  const [awake, installs] = ["awake", "installs"].map((id) => document.getElementById(id));
  awake.textContent = held ? awake.dataset.safe : awake.dataset.refused;
  if ("serviceWorker" in navigator) installs.textContent = installs.dataset.safe;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.id === "try-sound") ["turn", "hurry", "alarm", "end"].forEach((name) => play(name));
  if (button?.id === "try-speech") speak(button.dataset.words);
});

ready();
hold().then((is) => {
  held = is;
  ready();
  document.body.dataset.heard = "1";
});
