import pino from "pino";
import { restrictLog, rotateLog } from "./log-file.ts";

/**
 * The fields of a log line (safety 11): an allow-list, so that a body, a query value or an error's
 * message never gets into the log by mistake, at any level (D46).
 */
export interface LogFields {
  /** The route's template, never the path with its values. */
  route?: string;
  method?: string;
  status?: number;
  ms?: number;
  requestId?: string;
  userId?: number;
  /** Truncated: IPv4 to /24, IPv6 to /48. */
  address?: string | null;
  /** Only the family, such as "Chrome on Android". */
  browser?: string | null;
  job?: string;
  /** An error's class, code and place in our code. Its message may quote a value. */
  error?: string;
  count?: number;
  /** Values that we make: a port, a signal, a file in the mail folder. */
  port?: number;
  signal?: string;
  file?: string;
  table?: string;
}

export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  flush(): void;
}

/** How often the size of a log file is checked, in milliseconds. */
const checkEvery = 10_000;

/**
 * Buffered, so that not every line costs a system call; `flush` writes the rest.
 * @param file default the standard output.
 */
export function createLogger(level: string, file?: string): Logger {
  if (file) {
    restrictLog(file);
    rotateLog(file);
  }
  const buffered = { sync: false, minLength: 4096, mkdir: true, mode: 0o600 };
  const out = pino.destination({ dest: file ?? 1, ...buffered });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, out);
  const timer = setInterval(() => out.flush(), 500);
  timer.unref();
  if (file) {
    setInterval(() => rotateLog(file) && out.reopen(file), checkEvery).unref();
  }
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    flush: () => out.flushSync(),
  };
}

const root = new URL("..", import.meta.url).href;

/** An error without the values that it may quote: its name, its code and its place in our code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && /^\w{1,40}$/.test(String(error.code)) ? ` ${error.code}` : "";
  const place = error.stack?.split("\n").map(placeIn).find(Boolean);
  return `${error.name}${code}${place ? ` at ${place}` : ""}`;
}

/** The file and line number in a stack frame; none in lines of the message. */
function placeIn(line: string): string | undefined {
  const start = line.startsWith("    at ") ? line.indexOf(root) : -1;
  if (start < 0) return undefined;
  const [, place] = /^([\w./-]+:\d+:\d+)\)?$/.exec(line.slice(start + root.length)) ?? [];
  return place?.includes("node_modules/") ? undefined : place;
}
