// Every form of the page is sent from here, one after another; the answer shows on the page, not on another.
import { draw, isShown } from "./show.js";

let last = Promise.resolve();

export function startAsks() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-ask], form[data-hands]") || event.defaultPrevented) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-at-once]");
    if (form) send(form);
  });
  document.getElementById("trouble-close").addEventListener("click", () => trouble(null));
}

// What the form holds is taken now; it is sent when those before it are answered. A second tap on the same
// button before its answer does nothing.
export function send(form, button) {
  const waiting = Number(form.dataset.waiting || 0);
  if (waiting && !form.matches("[data-at-once]")) return;
  form.dataset.waiting = String(waiting + 1);
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  last = last.then(() => post(form.getAttribute("action"), body)).then((answer) => answered(form, answer));
}

// A form is left alone while it waits; what came meanwhile is drawn then, but nothing older than the answer.
function answered(form, answer) {
  form.dataset.waiting = String(Number(form.dataset.waiting) - 1);
  if (form.dataset.waiting === "0") delete form.dataset.waiting;
  trouble(answer.slug ? answer : answer.said ? { sentence: answer.said, calm: true } : null);
  if (answer.slug || isShown(answer.number)) draw();
  if (!answer.slug && form.dataset.to) location.assign(form.dataset.to);
  form.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail: { sent: !answer.slug } }));
}

async function post(action, body) {
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(action, { method: "POST", body, headers, signal: AbortSignal.timeout(15_000) });
    return await answer.json();
  } catch {
    return { slug: "not-sent", sentence: document.body.dataset.said, advice: document.body.dataset.advice };
  }
}

export function trouble(told) {
  const box = document.getElementById("trouble");
  box.hidden = !told;
  box.classList.toggle("calm", Boolean(told?.calm));
  box.querySelector(".sentence").textContent = told?.sentence ?? "";
  box.querySelector(".advice").textContent = told?.advice ?? "";
  const rule = document.getElementById("trouble-rule");
  rule.hidden = !told?.rule;
  if (told?.rule) rule.setAttribute("href", told.rule);
}
