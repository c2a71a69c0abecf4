import pino from "pino";
import { closeLog, rotateLog } from "./log-file.ts";

/**
 * What may stand in a log line (safety 11): an allow-list of keys, so that a body, a query value
 * or an error's text never gets there by accident, at any level (D46).
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
  /** A family only, such as "Chrome on Android". */
  browser?: string | null;
  job?: string;
  /** An error's class, code and place in our code; its message may quote a value. */
  error?: string;
  count?: number;
  /** Of our own making: a port, a signal, a file of the mail folder. */
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

/** How often the size of a log file is looked at, in milliseconds. */
const lookEvery = 10_000;

/**
 * Buffered: a line costs no system call of its own; `flush` writes what is left.
 * @param file where to; the standard output without one.
 */
export function createLogger(level: string, file?: string): Logger {
  if (file) {
    closeLog(file);
    rotateLog(file);
  }
  const buffered = { sync: false, minLength: 4096, mkdir: true, mode: 0o600 };
  const out = pino.destination({ dest: file ?? 1, ...buffered });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, out);
  const timer = setInterval(() => out.flush(), 500);
  timer.unref();
  if (file) {
    setInterval(() => rotateLog(file) && out.reopen(file), lookEvery).unref();
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

/** An error without the values it may quote: its name, its code and where in our code it arose. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && /^\w{1,40}$/.test(String(error.code)) ? ` ${error.code}` : "";
  const place = error.stack?.split("\n").map(placeIn).find(Boolean);
  return `${error.name}${code}${place ? ` at ${place}` : ""}`;
}

/** The file and line that a line of a stack names. The message stands there too: it names none. */
function placeIn(line: string): string | undefined {
  const start = line.startsWith("    at ") ? line.indexOf(root) : -1;
  if (start < 0) return undefined;
  const [, place] = /^([\w./-]+:\d+:\d+)\)?$/.exec(line.slice(start + root.length)) ?? [];
  return place?.includes("node_modules/") ? undefined : place;
}
