import { beforeEach } from "vitest";
import { advanceClock } from "./clock.ts";

// Each test begins 20 seconds after the previous one. So if a file starts two minutes before
// midnight, its tests run on both sides of it, however fast the machine is.
beforeEach(() => advanceClock(20_000));
