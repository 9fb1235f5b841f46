// The simulated table's lights, read from their pins twice a second while somebody can see them, and what cards lie.
const EVERY = 500; // milliseconds

export function startLamps() {
  if (document.getElementById("lamps")) setInterval(look, EVERY);
}

async function look() {
  const row = document.getElementById("lamps");
  if (!row || document.hidden) return;
  const answer = await fetch("/playground/lamps").catch(() => null);
  if (!answer?.ok) return;
  const { lamps, laid } = await answer.json();
  paint(row, lamps);
  const told = document.getElementById("laid");
  if (told && told.textContent !== laid) told.textContent = laid;
}

function paint(row, lamps) {
  for (const [name, level] of Object.entries(lamps)) {
    const lamp = row.querySelector(`[data-lamp="${CSS.escape(name)}"]`) ?? added(row, name);
    lamp.querySelector(".glow").setAttribute("opacity", String(level));
    lamp.dataset.level = level.toFixed(2);
  }
}

function added(row, name) {
  const lamp = document.createElement("li");
  lamp.dataset.lamp = name;
  lamp.innerHTML =
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle class="bulb" cx="12" cy="12" r="9"/><circle class="glow" cx="12" cy="12" r="9"/></svg>';
  lamp.append(Object.assign(document.createElement("span"), { textContent: JSON.parse(row.dataset.names)[name] ?? name }));
  row.append(lamp);
  return lamp;
}
