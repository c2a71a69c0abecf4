import { vi } from "vitest";

// The pure tests share their processes. Each file still starts with modules that nobody has used
// and with nothing that an earlier file put in the place of something real.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.resetModules();
