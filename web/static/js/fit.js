// Lines of text that fill their box: the server guesses their breadth by the letters, here it is measured. A line that
// would be too small to be read from afar is set narrower, for height is what makes letters readable.
const NARROWEST = 0.75; // of a letter's own width: like a condensed font, no less
const READABLE = 0.16; // of the screen's longer side: letters that are read at three metres (see `across.css`)

export function startFit() {
  document.addEventListener("shown", fit);
  addEventListener("resize", fit);
  fit();
  document.fonts.ready.then(fit);
}

function fit() {
  document.querySelectorAll("svg.fitted").forEach(fitOne);
}

function fitOne(line) {
  const text = line.querySelector("text");
  const breadth = text.getComputedTextLength();
  if (!breadth) return;
  const { width, height } = line.getBoundingClientRect();
  const wanted = Math.min(height, READABLE * Math.max(innerWidth, innerHeight));
  const own = (100 * width) / (breadth + 4); // the size of the letters as wide as they are
  const narrow = Math.min(1, Math.max(NARROWEST, own / wanted));
  text.setAttribute("transform", `scale(${narrow.toFixed(3)} 1)`);
  line.setAttribute("viewBox", `0 0 ${Math.ceil((breadth + 4) * narrow)} 100`);
}
