import type { CurrentReaders } from "./http/versions.ts";

/** How each thing that carries a version is read, for the answer to a write that came too late. */
export const currentReaders: CurrentReaders = {};
