import { readdirSync } from "node:fs";
import { migrationsFolder } from "./schema-state.ts";

/**
 * The date of this release's newest migration. The names of its connections end with it, so that a
 * job can see whether processes of an earlier release still run.
 */
export const releaseMark =
  readdirSync(migrationsFolder)
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .at(-1)
    ?.slice(0, 8) ?? "";
