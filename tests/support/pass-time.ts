import { beforeEach } from "vitest";
import { advanceClock } from "./clock.ts";

// Each test begins 20 seconds after the one before. So the tests of a file that starts two minutes
// before midnight fall on both sides of it, however fast the machine is.
beforeEach(() => advanceClock(20_000));
