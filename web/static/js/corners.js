// Pointing at the tray's corners: each tap fills the next field; when all are full it moves the nearest corner.
const SVG = "http://www.w3.org/2000/svg";

export function startCorners() {
  document.addEventListener("click", (event) => {
    const picture = event.target.closest(".pointing");
    if (picture) point(picture, event);
  });
  document.addEventListener("input", (event) => {
    if (event.target.name === "corner") paint(event.target.form);
  });
  document.addEventListener("shown", paintAll);
  paintAll();
}

const paintAll = () => document.querySelectorAll("form[data-corners]").forEach(paint);
const fields = (form) => [...form.querySelectorAll("[name=corner]")];

function point(picture, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  const { width, height } = picture.viewBox.baseVal;
  if (at.x < 0 || at.y < 0 || at.x > width || at.y > height) return;
  const form = picture.closest("form");
  const all = fields(form);
  const field = all.find((one) => !place(one)) ?? nearest(all, at);
  field.value = `${Math.round(at.x)}, ${Math.round(at.y)}`;
  paint(form);
}

function place(field) {
  const numbers = field.value.split(/[,; ]+/).map(Number);
  return numbers.length === 2 && numbers.every(Number.isFinite) && field.value.trim() ? numbers : null;
}

function nearest(all, at) {
  const distance = (field) => Math.hypot(place(field)[0] - at.x, place(field)[1] - at.y);
  return all.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

function paint(form) {
  const picture = form.querySelector(".pointing");
  picture.querySelectorAll(".spot, text").forEach((one) => one.remove());
  const size = picture.viewBox.baseVal.width / 40;
  const found = fields(form).map(place);
  found.forEach((at, number) => at && picture.append(...spot(at, size, number + 1)));
  picture.querySelector("polygon").setAttribute("points", ring(found.filter(Boolean)));
}

// The corners in the order in which they lie round their middle, so that no line crosses another.
function ring(places) {
  const middle = [0, 1].map((k) => places.reduce((sum, at) => sum + at[k], 0) / places.length);
  const turn = (at) => Math.atan2(at[1] - middle[1], at[0] - middle[0]);
  return [...places].sort((one, other) => turn(one) - turn(other)).join(" ");
}

function spot([x, y], size, number) {
  const circle = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({ class: "spot", cx: x, cy: y, r: size / 2 })) circle.setAttribute(name, value);
  const text = document.createElementNS(SVG, "text");
  for (const [name, value] of Object.entries({ x: x + size * 0.7, y, "font-size": size })) text.setAttribute(name, value);
  text.textContent = number;
  return [circle, text];
}
