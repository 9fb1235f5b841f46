// "Why not?": the rule point itself, read out of the rule book's page and laid over this one, which stays as it is.
const book = document.getElementById("rule");

export function startRules() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-rule]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open(link.href);
  });
  book.addEventListener("click", (event) => {
    if (event.target === book || event.target.closest("[data-close-rule]")) book.close();
  });
}

async function open(href) {
  const point = await found(new URL(href)).catch(() => null);
  if (!point) return window.open(href, "_blank", "noopener"); // the whole book beside this page
  book.querySelector(".point").replaceChildren(...point.cloneNode(true).childNodes);
  book.querySelector("a").href = href;
  book.showModal();
}

async function found(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return answer.ok ? page.getElementById(address.hash.slice(1)) : null;
}
