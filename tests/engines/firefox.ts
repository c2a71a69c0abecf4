import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#server/db/embedded/free-port.ts";
import { type Driver, driverOf, type Send } from "./driver.ts";
import { until } from "./until.ts";

type Reply = [
  kind: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];

/**
 * Marionette, Firefox's own WebDriver server. Debian has no geckodriver, which would only
 * translate. A message is its length, a colon, and JSON.
 */
class Marionette {
  #last = 0;
  #rest = Buffer.alloc(0);
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      this.#rest = Buffer.concat([this.#rest, data]);
      for (let text = this.#next(); text !== null; text = this.#next()) this.#take(text);
    });
  }

  #next(): string | null {
    const colon = this.#rest.indexOf(":");
    if (colon < 0) return null;
    const end = colon + 1 + Number(this.#rest.subarray(0, colon).toString());
    if (this.#rest.length < end) return null;
    const text = this.#rest.subarray(colon + 1, end).toString();
    this.#rest = this.#rest.subarray(end);
    return text;
  }

  #take(text: string): void {
    const message: unknown = JSON.parse(text);
    // The first message is a greeting, not a reply.
    if (!Array.isArray(message)) return;
    const reply = message as Reply;
    this.#waiting.get(reply[1])?.(reply);
    this.#waiting.delete(reply[1]);
  }

  async send(name: string, params: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const answered = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    const text = JSON.stringify([0, id, name, params]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answered;
    if (error) throw new Error(`${name}: ${error.error}: ${error.message}`);
    return result;
  }
}

async function socketOn(port: number): Promise<Socket> {
  return until("Firefox listens", async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return socket;
  });
}

export async function openFirefox(binary: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), "portal-firefox-"));
  const port = await freePort();
  const settings = [
    `user_pref("marionette.port", ${port});`,
    'user_pref("app.update.enabled", false);',
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
    'user_pref("browser.shell.checkDefaultBrowser", false);',
    'user_pref("network.captive-portal-service.enabled", false);',
    'user_pref("network.connectivity-service.enabled", false);',
  ];
  await writeFile(join(profile, "user.js"), settings.join("\n"));
  const args = ["--headless", "--marionette", "--no-remote", "--profile", profile];
  const child = spawn(binary, args, { stdio: "ignore", env: { ...process.env, HOME: profile } });
  const ended = once(child, "exit");
  const socket = await socketOn(port);
  const marionette = new Marionette(socket);
  await marionette.send("WebDriver:NewSession", { capabilities: {} });
  const send: Send = async ({ name, id, body }) => {
    const result = await marionette.send(name, { ...(id && { id }), ...body });
    return (result as { value?: unknown } | null)?.value ?? null;
  };
  const rect = { width: 1300, height: 900 };
  await send({ method: "POST", path: "/window/rect", name: "WebDriver:SetWindowRect", body: rect });
  return driverOf(send, async () => {
    socket.destroy();
    child.kill("SIGTERM");
    await ended;
    await rm(profile, { recursive: true, force: true });
  });
}
