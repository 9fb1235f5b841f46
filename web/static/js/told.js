// The summary of an evening: it follows while the evening goes on.
import { startLive } from "./live.js";

startLive();
