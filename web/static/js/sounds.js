// Four sounds, made here note by note: nothing was recorded and nobody else's is used; licensed as the rest (MIT).
import { inLine } from "./line.js";

const LOUD = { quiet: 0.06, middle: 0.2, loud: 0.6 };
const PATIENCE = 400; // milliseconds that a browser has to let sound through
// Each note: hertz, its start and length in seconds; `shape` is the oscillator's wave.
const SOUNDS = {
  turn: { shape: "sine", notes: [[587, 0, 0.22], [880, 0.16, 0.4]] },
  hurry: { shape: "triangle", notes: [[988, 0, 0.09], [988, 0.2, 0.09], [988, 0.4, 0.12]] },
  alarm: { shape: "sawtooth", notes: [[466, 0, 0.25], [349, 0.25, 0.25], [466, 0.5, 0.25], [262, 0.75, 0.5]] },
  end: { shape: "sine", notes: [[523, 0, 0.3], [659, 0.15, 0.3], [784, 0.3, 0.3], [1047, 0.45, 0.9], [1319, 0.6, 0.9]] },
};
let context = null;

// Plays when those before it have ended; gives the promise of its end.
export const play = (name) => inLine(() => sound(SOUNDS[name]));

async function sound({ shape, notes }) {
  context ??= new AudioContext();
  await Promise.race([context.resume(), pause(PATIENCE)]);
  if (context.state !== "running") return muted(true); // until somebody has tapped the page once
  muted(false);
  const start = context.currentTime + 0.02;
  notes.forEach(([hertz, after, length]) => note(shape, hertz, start + after, length));
  await pause(1_000 * Math.max(...notes.map(([, after, length]) => after + length)) + 60);
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function note(shape, hertz, at, length) {
  const tone = new OscillatorNode(context, { type: shape, frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  const most = LOUD[document.documentElement.dataset.volume] ?? LOUD.middle;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(most, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

function muted(is) {
  const hint = document.getElementById("muted");
  if (hint) hint.hidden = !is;
}
