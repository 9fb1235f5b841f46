// The page across the table: it only shows, so it starts nothing that hands would need.
import { startAwake } from "./awake.js";
import { startClock } from "./clock.js";
import { startFit } from "./fit.js";
import { startHeralds } from "./heralds.js";
import { startLive } from "./live.js";

startClock();
startFit();
startHeralds();
startAwake();
startLive();
