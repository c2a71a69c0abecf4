import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Reads a command's options, whose values are whole numbers. If one is unknown or
 * wrong, ends the process with the usage.
 * @param usage one line.
 */
export function readOptions<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    const parsed = parseArgs(config);
    for (const value of Object.values(parsed.values)) {
      if (typeof value === "string" && !/^\d{1,10}$/.test(value)) throw new Error("not a number");
    }
    return parsed;
  } catch {
    process.stderr.write(`${usage}\n`);
    process.exit(1);
  }
}
