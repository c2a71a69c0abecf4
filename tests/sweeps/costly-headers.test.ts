import { mkdir, writeFile } from "node:fs/promises";
import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints } from "#shared/api.ts";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { siteFile, sitePages } from "#shared/reference/site-pages.ts";
import { costlyTexts, cpuTimeOf, maxCpuTime } from "../support/costly.ts";
import { type Cast, examples } from "../support/examples.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let server: Server;
let port: number;
let cast: Cast;
let cookie: string;

beforeAll(async () => {
  portal = await openTestApp();
  const { sql } = portal.services.db;
  const boss = await makeManager(sql, { staff_role: "owner" });
  const person = await makePsychic(sql, { manager_id: boss.id });
  cast = {
    subject: person.id,
    managerName: boss.username,
    psychicName: person.username,
    password,
  };
  ({ cookie } = await portal.signIn(boss.username, password));
  await makeWebFolder(portal.webFolder);
  server = portal.app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await portal.close();
});

/** The files of a build that the pages below need. */
async function makeWebFolder(folder: string): Promise<void> {
  const icons = brands.map(({ key }) => `brands/${key}/icon.svg`);
  const sites = brands.flatMap((brand) => sitePages.map((page) => siteFile(brand, page)));
  for (const name of ["index.html", "assets/app-0.js", ...icons, ...sites]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), "<!doctype html><title>portal</title>");
  }
}

/** The longest header that fits: Node allows 16 kB for all headers of a request. */
const longestHeader = 15_000;
const texts = costlyTexts(longestHeader).filter(([, text]) => /^[\x20-\x7e]+$/.test(text));

const headers = [
  "Accept",
  "Accept-Encoding",
  "Authorization",
  "Content-Encoding",
  "Content-Type",
  "Cookie",
  "Forwarded",
  "Idempotency-Key",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Range",
  "If-Unmodified-Since",
  "Origin",
  "Range",
  "Sec-Fetch-Site",
  "User-Agent",
  "X-Background",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Queue-Owner",
  "webhook-id",
  "webhook-signature",
  "webhook-timestamp",
];

interface Sent {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

let address = 0;

function send({ method, path, body, headers = {} }: Sent): Promise<number> {
  address += 1;
  return new Promise((resolve, reject) => {
    const sent = request({
      // An IP address, because a name lookup takes as much CPU as the request.
      host: "127.0.0.1",
      ...{ port, method, path, agent: false, headers: { ...usualHeaders(), ...headers } },
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const usualHeaders = () => ({
  Cookie: cookie,
  Origin: testEnv.publicUrl,
  "Content-Type": "application/json",
  // Each request comes from another address, so that no limit refuses it before it is parsed.
  "X-Forwarded-For": `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
});

/** The CPU time of client and server together, because they share the thread. */
async function expectCheap(sent: Sent, label: string): Promise<void> {
  let status = 0;
  const cpu = await cpuTimeOf(async () => {
    status = await send(sent);
  });
  expect(cpu, `${sent.method} ${label}`).toBeLessThan(maxCpuTime);
  expect(status, `${sent.method} ${label}`).not.toBe(500);
}

/** Signing out or changing the password would end the session of the other requests. */
const harmless = allEndpoints.filter(([name]) => !/^signOut|Password/.test(name));

test("no header of any endpoint takes more than 50 ms of CPU (A3, A4)", async () => {
  for (const [index, [name, endpoint]] of harmless.entries()) {
    const { params = {}, query, body } = examples[name as keyof typeof examples](cast);
    const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, key) => String(params[key] ?? 1));
    const path = `/api${filled}${query ? `?${query}` : ""}`;
    for (const [offset, header] of headers.entries()) {
      const [kind, text] = texts[(index + offset) % texts.length] as [string, string];
      const sent = { method: endpoint.method, path, body, headers: { [header]: text } };
      await expectCheap(sent, `${path} ${header}: ${kind}`);
    }
  }
});

const pages = ["/", "/login", "/cos", "/cos/apply", "/cos/agreement", "/icon.svg", "/robots.txt"];

test("no header of a page or of a polled endpoint takes more than 50 ms of CPU (A3, A4)", async () => {
  const polled = `/api/psychics/${cast.subject}/status`;
  for (const path of [...pages, "/assets/app-0.js", polled, "/api/statistics"]) {
    for (const header of headers) {
      for (const [kind, text] of texts) {
        const sent = { method: "GET", path, headers: { [header]: text } };
        await expectCheap(sent, `${path} ${header}: ${kind}`);
      }
    }
  }
});

test("no URL takes more than 50 ms of CPU (A4)", async () => {
  for (const [name, { method, path }] of harmless) {
    const { params = {}, body } = examples[name as keyof typeof examples](cast);
    const values = { ...params };
    for (const [kind, text] of texts) {
      const hostile = encodeURIComponent(text).slice(0, longestHeader).replace(/%.?$/, "");
      const filled = path.replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? 1));
      const urls = [`/api${filled}?${hostile}`, `/api${filled}?start_date=${hostile}`];
      if (path.includes("{")) urls.push(`/api${path.replace(/\{(\w+)\}/g, hostile)}`);
      for (const url of urls.map((full) => full.slice(0, longestHeader))) {
        await expectCheap({ method, path: url, body }, `${path} ${kind}`);
      }
    }
  }
});

test("a header or path beyond Node's limit is refused at once (A4)", async () => {
  const visible = costlyTexts(100_000).filter(([, text]) => /^[\x21-\x7e]+$/.test(text));
  for (const [kind, text] of visible) {
    const inHeader = { method: "GET", path: "/api/psychics", headers: { "If-None-Match": text } };
    const inPath = { method: "GET", path: `/api/search/${encodeURIComponent(text)}` };
    for (const sent of [inHeader, inPath]) {
      // Node answers 431 and closes the connection. The client may see the end first.
      const refused = await send(sent).catch(({ code }) => code);
      expect([431, "ECONNRESET", "EPIPE"], kind).toContain(refused);
    }
  }
});
