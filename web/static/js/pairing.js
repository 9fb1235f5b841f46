// A tablet that joins: a code that came with the link is sent at once; one that waits asks how far it is.
document.getElementById("at-once")?.requestSubmit();

const waiting = document.getElementById("waiting");
if (waiting) setInterval(look, 1000);

async function look() {
  try {
    const answer = await fetch(waiting.dataset.state, { headers: { Accept: "application/json" } });
    const { state } = await answer.json();
    if (state !== "waiting") location.replace(state === "in" ? "/" : "/pair");
  } catch {
    return; // the table does not answer now: asked again in a second
  }
}
