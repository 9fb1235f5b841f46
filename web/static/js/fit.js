// Lines of text that fill their box: the server guesses their breadth by the letters, here it is measured.
export function startFit() {
  document.addEventListener("shown", fit);
  fit();
  document.fonts.ready.then(fit);
}

function fit() {
  for (const line of document.querySelectorAll("svg.fitted")) {
    const breadth = line.querySelector("text").getComputedTextLength();
    if (breadth) line.setAttribute("viewBox", `0 0 ${Math.ceil(breadth) + 4} 100`);
  }
}
