// What is to be heard of the table: a new turn, an alarm, the end, and time that is nearly gone.
import { play } from "./sounds.js";
import { speak } from "./speech.js";

const wishes = document.documentElement.dataset;
let known = null; // the keys of what the page showed last; null until it has shown something

export function startHeralds() {
  document.addEventListener("shown", look);
  document.addEventListener("nearly", hurry);
  document.getElementById("muted")?.addEventListener("click", (event) => {
    event.currentTarget.hidden = true;
    play("turn");
  });
  look();
}

function look() {
  const told = [...document.querySelectorAll("#heralds > li")];
  const fresh = told.filter((one) => known && !known.has(one.dataset.key) && isMine(one));
  known = new Set(told.map((one) => one.dataset.key));
  fresh.forEach(hear);
}

function hurry() {
  const turn = document.querySelector('#heralds > [data-kind="turn"]');
  if (!turn || !isMine(turn)) return;
  if (wishes.sounds === "on") play("hurry");
  if (wishes.speech === "on") speak(document.getElementById("heralds").dataset.nearly);
}

// A tablet that belongs to one seat is silent about the turns of the others.
const isMine = (one) => one.dataset.kind !== "turn" || !wishes.seat || wishes.seat === one.dataset.colour;

function hear(one) {
  if (wishes.sounds === "on") play(one.dataset.kind);
  if (wishes.speech === "on") speak(one.textContent);
}
