// The live page: every part is started once; each hears of a new <main> through the event "shown" on document.
import { startClock } from "./clock.js";
import { startAsks } from "./asks.js";
import { startKeys } from "./keys.js";
import { startLamps } from "./lamps.js";
import { startLive } from "./live.js";
import { startPads } from "./pads.js";
import { startSheet } from "./sheet.js";
import { startWindow } from "./window.js";

startAsks();
startPads();
startSheet();
startClock();
startWindow();
startKeys();
startLamps();
startLive();
