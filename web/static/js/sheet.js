// The sheet to correct a die: a part of a page, fetched when a die is tapped and again with every new View.
const sheet = document.getElementById("sheet");
let address = "";

export function startSheet() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sheet], a[data-close]");
    if (!link || event.ctrlKey || event.metaKey) return;
    if (link.matches("[data-close]") && !sheet.open) return;
    event.preventDefault();
    if (link.matches("[data-close]")) sheet.close();
    else fill(link.getAttribute("href"));
  });
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  sheet.addEventListener("submit", () => sheet.close());
  document.addEventListener("shown", () => {
    if (sheet.open && isThere()) fill(address);
    else sheet.close();
    meet();
  });
}

// Whether the die that the sheet is about is still on the page.
const isThere = () => document.querySelector(`#main a[href="${CSS.escape(address)}"]`);

async function fill(href) {
  address = href;
  const answer = await fetch(href, { headers: { "X-Part": "sheet" } }).catch(() => null);
  if (address !== href) return;
  if (!answer?.ok) return sheet.close();
  sheet.innerHTML = await answer.text();
  if (!sheet.open) sheet.showModal();
}

// A question that has just come up gets the focus once, so that a keyboard need not search for it.
let met = "";
function meet() {
  const question = document.getElementById("fix");
  const now = question ? "fix" : "";
  if (now && now !== met) question.focus();
  met = now;
}
