// Registers the service worker where the browser lets it: under https, or on the companion's own machine.
if (isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch((error) => console.info("no offline page:", error));
}
