// Announcements in the browser's own voice, where it has one; nothing leaves the tablet but by its own speech service.
import { inLine } from "./line.js";

const LONGEST = 12_000; // milliseconds after which a voice that tells no end counts as done

export const voiced = () => "speechSynthesis" in window;

// Speaks when whatever was begun before has ended.
export function speak(words) {
  if (voiced() && words) inLine(() => spoken(words));
}

function spoken(words) {
  return new Promise((done) => {
    const said = new SpeechSynthesisUtterance(words);
    said.lang = document.documentElement.lang;
    said.onend = said.onerror = done;
    setTimeout(done, LONGEST);
    speechSynthesis.speak(said);
  });
}
