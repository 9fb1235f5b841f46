// The card that is chosen to be laid at the simulated table stays chosen when a new View brings another list.
let chosen = "";

export function startLaying() {
  document.addEventListener("change", (event) => {
    if (event.target.matches(".lay-card")) chosen = event.target.value;
  });
  document.addEventListener("shown", keep);
  document.addEventListener("click", letGo);
}

// A button that was tapped gives the keys back: the space bar is the table's button. One that was reached by keys
// keeps them.
function letGo(event) {
  if (event.detail) event.target.closest(".playground button")?.blur();
}

function keep() {
  const list = document.querySelector(".lay-card");
  if (list?.querySelector(`option[value="${CSS.escape(chosen)}"]`)) list.value = chosen;
}
