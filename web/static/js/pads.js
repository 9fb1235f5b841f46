// Entering faces by hand: what was tapped so far lives here, by the pad's key, and outlives every new View.
const tapped = new Map();

export function startPads() {
  document.addEventListener("click", (event) => {
    const form = event.target.closest("form[data-pad]");
    if (!form) return;
    const tile = event.target.closest("button[data-face]");
    if (tile) add(form, tile.dataset.face);
    else if (event.target.closest("[data-undo]")) list(form).pop();
    paint(form);
  });
  document.addEventListener("answered", (event) => {
    if (!event.target.matches("form[data-pad]") || !event.detail.sent) return;
    tapped.delete(event.target.dataset.pad);
    event.target.closest("details").open = false;
  });
  document.addEventListener("shown", paintAll);
  paintAll();
}

const paintAll = () => document.querySelectorAll("form[data-pad]").forEach(paint);

function list(form) {
  if (!tapped.has(form.dataset.pad)) tapped.set(form.dataset.pad, []);
  return tapped.get(form.dataset.pad);
}

function add(form, face) {
  if (list(form).length < Number(form.dataset.most)) list(form).push(face);
}

function paint(form) {
  const faces = list(form);
  const send = form.querySelector("[data-send]");
  const chosen = form.querySelector(".chosen");
  chosen.replaceChildren(...faces.map((face) => entered(form, face, send.dataset.name)));
  chosen.dataset.count = `${faces.length} / ${form.dataset.most}`;
  send.disabled = faces.length < Number(form.dataset.least) || faces.length > Number(form.dataset.most);
  form.querySelector("[data-undo]").disabled = !faces.length;
  for (const tile of form.querySelectorAll("button[data-face]")) {
    const used = faces.filter((face) => face === tile.dataset.face).length;
    tile.disabled = faces.length >= Number(form.dataset.most) || used >= Number(tile.dataset.room);
  }
}

// One entered die: a copy of its tile's picture, and the field that is sent.
function entered(form, face, name) {
  const tile = form.querySelector(`button[data-face="${CSS.escape(face)}"] .face`);
  const one = tile.cloneNode(true);
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name, value: face });
  one.append(field);
  return one;
}
