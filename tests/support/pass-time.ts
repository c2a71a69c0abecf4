import { beforeEach } from "vitest";
import { advanceClock } from "./clock.ts";

// Each test begins 20 seconds after the one before: two minutes before midnight most tests of a
// file come before it, or after, however fast the machine is.
beforeEach(() => advanceClock(20_000));
