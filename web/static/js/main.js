// The live page: every part is started once; each hears of a new <main> through the event "shown" on document.
import { startAsks } from "./asks.js";
import { startAwake } from "./awake.js";
import { startClock } from "./clock.js";
import { startFit } from "./fit.js";
import { startHeralds } from "./heralds.js";
import { startKeys } from "./keys.js";
import { startLamps } from "./lamps.js";
import { startLaying } from "./laying.js";
import { startLive } from "./live.js";
import { startPads } from "./pads.js";
import { startRules } from "./rules.js";
import { startSheet } from "./sheet.js";
import { startWindow } from "./window.js";

startAsks();
startPads();
startSheet();
startRules();
startClock();
startWindow();
startHeralds();
startFit();
startKeys();
startLamps();
startLaying();
startAwake();
startLive();
