import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "#server/db/embedded/free-port.ts";
import { type Driver, driverOf, type Send } from "./driver.ts";
import { until } from "./until.ts";

export interface WebKitPaths {
  driver: string;
  /** The path of the browser that the driver starts. */
  miniBrowser: string;
  /** The path of the program that provides the browser's display. */
  xvfb: string;
}

/**
 * Starts a display for a browser that has no headless mode. Xvfb chooses a free number and prints
 * it.
 */
async function openDisplay(xvfb: string): Promise<{ name: string; process: ChildProcess }> {
  const args = ["-displayfd", "3", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"];
  const child = spawn(xvfb, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const output = child.stdio[3];
  if (!output) throw new Error("Xvfb has no output to read");
  const [number] = await once(output, "data");
  return { name: `:${String(number).trim()}`, process: child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** WebDriver answers a command only after a page has loaded, so wait this long (ms). */
const patience = 45_000;

async function call(address: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(address, {
    method,
    ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    signal: AbortSignal.timeout(patience),
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.error}: ${value.message}`);
  return value;
}

export async function openWebKit({ driver, miniBrowser, xvfb }: WebKitPaths): Promise<Driver> {
  const display = await openDisplay(xvfb);
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_DMABUF_RENDERER: "1" },
  });
  const base = `http://127.0.0.1:${port}`;
  const close = async () => {
    await end(child);
    await end(display.process);
  };
  try {
    await until("WebKitWebDriver listens", () => call(`${base}/status`, "GET"));
    const options = { binary: miniBrowser, args: ["--automation"] };
    const alwaysMatch = { "webkitgtk:browserOptions": options };
    const made = await call(`${base}/session`, "POST", { capabilities: { alwaysMatch } });
    const session = `${base}/session/${(made as { sessionId: string }).sessionId}`;
    const send: Send = ({ method, path, body }) => call(session + path, method, body);
    const rect = { width: 1300, height: 900 };
    const name = "WebDriver:SetWindowRect";
    await send({ method: "POST", path: "/window/rect", name, body: rect });
    return driverOf(send, async () => {
      await call(session, "DELETE").catch(() => undefined);
      await close();
    });
  } catch (error) {
    await close();
    throw error;
  }
}
