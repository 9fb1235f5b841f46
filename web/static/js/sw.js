// The service worker: keeps one page for the time in which the companion cannot be reached, and nothing else; what
// stands on the table is always asked for anew, so that no tablet plays with an old one.
const SHELF = "offline-1";
const PAGE = "/offline";
const KEPT = [PAGE, "/style.css", "/static/css/light.css", "/static/css/contrast.css", "/static/js/offline.js", "/static/waves.svg", "/static/icon.svg"];

self.addEventListener("install", (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(clear().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (KEPT.includes(new URL(request.url).pathname)) event.respondWith(newest(request));
});

async function fill() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(KEPT);
}

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)));
}

// A page from the companion; after the tablet's settings it brings a new one for the companion's absence along.
async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (new URL(event.request.url).pathname === "/tablet") event.waitUntil(renew());
    return answer;
  } catch {
    return caches.match(PAGE);
  }
}

const renew = async () => (await caches.open(SHELF)).add(PAGE);

async function newest(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(SHELF)).put(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
