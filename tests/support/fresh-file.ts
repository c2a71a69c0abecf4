import { expect, vi } from "vitest";
import { restartClock } from "./clock.ts";

// Test files share processes, because starting a process takes longer than a file's tests. So each
// file starts with the clock of the run and without an earlier file's mocks.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
await restartClock();

// The web app's modules hold a page's state, so each file loads them again. The server's modules
// keep their state in a database, and load slowly.
if (/\/tests\/(rules|web)\//.test(expect.getState().testPath ?? "")) vi.resetModules();
