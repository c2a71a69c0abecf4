import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerRow } from "../../seeds/builders/customer.ts";
import { makeReading } from "../../seeds/builders/reading.ts";
import { freePort } from "../../server/db/embedded/free-port.ts";
import { openApiDocument } from "../../server/http/openapi/document.ts";
import { allEndpoints } from "../../shared/api.ts";
import { type Cast, examples } from "../support/examples.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

const run = promisify(execFile);
const here = import.meta.dirname;
const generated = join(here, "generated");
const tool = (path: string) => join(here, "node_modules", path);

/** These requests end the session that the test uses, or would if they succeeded. */
const endsSession = new Set([
  "signIn",
  "signOut",
  "changePassword",
  "setPasswordUnchecked",
  "undoEmailChange",
]);

let portal: TestApp;
let server: Server;
let proxy: ChildProcess;
let base: string;
let manager: string;
let psychic: number;

beforeAll(async () => {
  portal = await openTestApp();
  server = portal.app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { sql } = portal.services.db;
  const boss = await makeManager(sql);
  manager = boss.username;
  psychic = (await makePsychic(sql, { manager_id: boss.id })).id;
  const customer = customerRow({ id: 78 });
  await sql("customers").insert(customer);
  const started_at = portal.services.clock().toISOString();
  const names = { customer_id: customer.id, customer_username: customer.username };
  await makeReading(sql, { connection_id: "one", user_id: psychic, ...names, started_at });

  await rm(generated, { recursive: true, force: true });
  await mkdir(generated);
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const document = join(generated, "openapi.json");
  await writeFile(document, JSON.stringify({ ...openApiDocument(), servers: [{ url: upstream }] }));
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  proxy = await startProxy(document, upstream, port);
});

afterAll(async () => {
  proxy.kill();
  server.close();
  await portal.close();
});

async function startProxy(document: string, upstream: string, port: number): Promise<ChildProcess> {
  const prism = tool("@stoplight/prism-cli/dist/index.js");
  const args = [prism, "proxy", document, upstream, "--host=127.0.0.1", `--port=${port}`];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes("is listening")) continue;
    // A full pipe would stop the proxy.
    child.stdout.resume();
    return child;
  }
  throw new Error("the proxy ended before it listened");
}

test("a client generated from the document compiles and works through the proxy (I5)", async () => {
  const schema = join(generated, "schema.d.ts");
  const generator = tool("openapi-typescript/bin/cli.js");
  await run(process.execPath, [generator, join(generated, "openapi.json"), "-o", schema]);
  await run(process.execPath, [tool("typescript/bin/tsc"), "-p", here]);
  const { journey } = await import(join(generated, "client/client.js"));
  const seen = await journey(base, testEnv.publicUrl, { username: manager, password }, psychic);
  expect(seen).toMatchObject({
    signedIn: { username: manager, manager: null },
    busy: 0,
    firstReading: { connection_id: "one", username: customerRow({ id: 78 }).username },
    scheduleTag: expect.stringMatching(/^"schedule-/),
    staleStatus: 412,
    wrongField: "acctStatus",
    notModified: 304,
  });
});

test("the proxy finds no violation in any example or its answer (I5)", async () => {
  const { cookie } = await portal.signIn(manager, password);
  const violations: string[] = [];
  let sent = 0;
  for (const [name, endpoint] of allEndpoints) {
    // The proxy reads neither multipart bodies nor signatures.
    if (endpoint.accepts || endpoint.signedBy || endsSession.has(name)) continue;
    const { id: subject } = await makePsychic(portal.services.db.sql);
    const cast: Cast = { subject, managerName: manager, psychicName: "nobody", password };
    const example = examples[name as keyof typeof examples](cast);
    const more = await example.prepare?.(portal.services, subject);
    const params: Record<string, string | number> = { ...example.params, ...more };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key) => String(params[key]));
    const answer = await fetch(`${base}${path}${example.query ? `?${example.query}` : ""}`, {
      method: endpoint.method,
      redirect: "manual",
      headers: { Origin: testEnv.publicUrl, Cookie: cookie, "Content-Type": "application/json" },
      ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
    });
    await answer.arrayBuffer();
    sent += 1;
    const found = answer.headers.get("sl-violations");
    if (found) violations.push(`${endpoint.method} ${path} ${answer.status}: ${found}`);
  }
  expect(violations).toEqual([]);
  expect(sent).toBeGreaterThan(50);
});
