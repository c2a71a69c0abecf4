import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { endpointData } from "#scripts/build/endpoint-data.ts";
import { patient } from "../support/patience.ts";

const patience = patient(30_000);
let folder: string;
let vite: ViteDevServer;

const writeShared = (name: string, source: string) =>
  writeFile(join(folder, "shared", name), source);
const writeLimits = (path: string) => writeShared("limits.ts", `export const path = "${path}";`);
const writeEndpoints = (names: string) =>
  writeShared(
    "things.ts",
    `import { path } from "./limits.ts";
     const defineEndpoints = <T>(all: T) => all;
     const one = { method: "GET", path, access: "public", summary: "Only the server needs this" };
     export const thingEndpoints = defineEndpoints({ ${names} });`,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "endpoint-data-"));
  await mkdir(join(folder, "web"));
  await mkdir(join(folder, "shared"));
  await writeLimits("/things");
  await writeEndpoints("getOne: one");
  vite = await createServer({
    configFile: false,
    root: join(folder, "web"),
    logLevel: "silent",
    plugins: [endpointData(join(folder, "shared"))],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
  });
}, patience);
afterAll(async () => {
  await vite.close();
  await rm(folder, { recursive: true });
});

/** Without white space, because Vite formats the code. */
const served = async () =>
  (await vite.transformRequest(`/@fs${join(folder, "shared/things.ts")}`))?.code.replace(/\s/g, "");

test("the browser gets an endpoint's method and path, also after a change in a file that the endpoint's file imports", {
  timeout: patience,
}, async () => {
  const facts = (path: string) => `{"method":"GET","path":"${path}","access":"public"}`;
  expect(await served()).toContain(`thingEndpoints={"getOne":${facts("/things")}}`);
  await writeEndpoints("getOne: one, getTwo: one");
  await vi.waitFor(async () => expect(await served()).toContain("getTwo"), { timeout: patience });
  await writeLimits("/objects");
  await vi.waitFor(async () => expect(await served()).toContain(facts("/objects")), {
    timeout: patience,
  });
});
