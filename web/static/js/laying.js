// The card that is chosen to be laid at the simulated table stays chosen when a new View brings another list.
let chosen = "";

export function startLaying() {
  document.addEventListener("change", (event) => {
    if (event.target.matches(".lay-card")) chosen = event.target.value;
  });
  document.addEventListener("shown", keep);
}

function keep() {
  const list = document.querySelector(".lay-card");
  if (list?.querySelector(`option[value="${CSS.escape(chosen)}"]`)) list.value = chosen;
}
