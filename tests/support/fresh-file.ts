import { expect, vi } from "vitest";
import { restartClock } from "./clock.ts";

// The files of a project share their processes: a process for each would cost more than its tests.
// So each file starts with the clock of the run and with nothing that an earlier file put in the
// place of something real.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
await restartClock();

// A module of the web app holds the state of a page. The server's state belongs to a database, and
// its modules load slowly.
if (/\/tests\/(rules|web)\//.test(expect.getState().testPath ?? "")) vi.resetModules();
