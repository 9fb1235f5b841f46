// The page without a companion: it asks again and again, and comes back with a whole new page.
const EVERY = 3_000; // milliseconds

async function look() {
  const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(EVERY) }).catch(() => null);
  if (!answer?.ok) return;
  if (location.pathname === "/offline") location.replace("/table");
  else location.reload();
}

setInterval(look, EVERY);
addEventListener("online", look);
