import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#server/app.ts";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { siteFile, sitePages } from "#shared/reference/site-pages.ts";
import { browserOf, openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
const script = "export const word = 'portal';\n".repeat(200);
const icons = brands.map(({ key }) => `brands/${key}/icon.svg`);
const templates = brands.flatMap((brand) => sitePages.map((page) => siteFile(brand, page)));

beforeAll(async () => {
  portal = await openTestApp();
  const files = ["index.html", "service-worker.js", "assets/app-1.js", ...icons, ...templates];
  for (const name of [...files, ".vite/manifest.json", "notes.txt", "recruiting/app.js"]) {
    const path = join(portal.webFolder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, script);
  }
});
afterAll(() => portal.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  portal
    .visit()
    .agent.get(path)
    .set({ "Accept-Encoding": "identity", ...headers });

const servedPaths = [
  "/login",
  "/assets/app-1.js",
  "/service-worker.js",
  "/icon.svg",
  "/index.html",
];

describe("ranges and conditions of requests", () => {
  it.each(servedPaths)(
    "a range outside %s is 416 with its size, and is not logged as an error (B7)",
    async (path) => {
      const { length } = portal.lines;
      const whole = await get(path);
      const size = Buffer.byteLength(whole.text ?? whole.body);
      for (const range of ["bytes=99999999-", "bytes=5-2", "bytes=-0"]) {
        const { status, headers, body } = await get(path, { Range: range });
        expect([range, status]).toEqual([range, 416]);
        expect(headers["content-range"]).toBe(`bytes */${size}`);
        expect(headers["content-type"]).toMatch("application/problem+json");
        expect(headers["cache-control"]).toBe("no-store");
        expect(body.type).toBe("urn:problem:range_not_satisfiable");
      }
      const errors = portal.lines
        .slice(length)
        .filter(({ message }) => message === "request failed");
      expect(errors).toEqual([]);
    },
  );

  it.each(servedPaths)("a false condition on %s is 412 (B7)", async (path) => {
    for (const headers of [
      { "If-Match": '"another"' },
      { "If-Unmodified-Since": "Thu, 01 Jan 2015 00:00:00 GMT" },
    ]) {
      const { status, body, headers: answerHeaders } = await get(path, headers as never);
      expect([status, body.type]).toEqual([412, "urn:problem:condition_failed"]);
      expect(answerHeaders["last-modified"]).toBeUndefined();
    }
  });

  it("a range is answered uncompressed, even if the client accepts gzip (B7)", async () => {
    const { status, headers, body, text } = await get("/assets/app-1.js", {
      Range: "bytes=10-2009",
      "Accept-Encoding": "gzip",
    });
    expect([status, headers["accept-ranges"]]).toEqual([206, "bytes"]);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["content-range"]).toBe(`bytes 10-2009/${script.length}`);
    expect(text ?? String(body)).toBe(script.slice(10, 2010));
    const whole = await get("/assets/app-1.js", { "Accept-Encoding": "gzip" });
    expect(whole.headers["content-encoding"]).toBe("gzip");
  });
});

describe("the build", () => {
  it.each(templates)("does not serve the template %s (I1)", async (file) => {
    const name = file.replace("recruiting/", "");
    for (const path of [
      `/${file}`,
      `//${file}`,
      `/%72ecruiting/${name}`,
      `/recruiting%2f${name}`,
      `/assets/../recruiting/${name}`,
      `/assets/%2e%2e/recruiting/${name}`,
      `/brands/..%2frecruiting/${name}`,
    ]) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain("export const");
    }
  });

  it("serves only the app, its worker, its files and the brands' files (I1)", async () => {
    for (const path of ["/.vite/manifest.json", "/notes.txt", "/recruiting/app.js", "/assets/"]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    for (const path of [...servedPaths, "/brands/cos/icon.svg"]) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
    expect((await get("/assets/app-1.js")).headers["cache-control"]).toMatch("immutable");
    expect((await get("/service-worker.js")).headers["cache-control"]).toBe("no-cache");
    expect((await get("/brands/cos/icon.svg")).headers["cache-control"]).toBe("no-cache");
  });
});

describe("the real build", () => {
  const buildFolder = join(import.meta.dirname, "../../dist/web");

  it("is served with every file that its page and its worker name (I1)", async () => {
    const visitor = browserOf(
      createApp({
        services: portal.services,
        env: testEnv,
        webFolder: buildFolder,
        draining: () => false,
      }),
    );
    const worker = await readFile(join(buildFolder, "service-worker.js"), "utf8");
    const page = await readFile(join(buildFolder, "index.html"), "utf8");
    const precached = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url]) => `/${url}`);
    const linked = [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, url]) => `${url}`);
    expect(precached.length).toBeGreaterThan(10);
    expect(linked.length).toBeGreaterThan(2);
    const manifest = (await visitor.get("/manifest.webmanifest")).body;
    const pictures = [...manifest.icons, ...manifest.screenshots].map(({ src }) => src);
    for (const path of [...precached, ...linked, ...pictures, "/service-worker.js"]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    }
  });
});

describe("another method on a page", () => {
  it("is 405 with the methods that are allowed (I6)", async () => {
    for (const path of ["/", "/login", "/cos", "/robots.txt", "/assets/app-1.js"]) {
      for (const method of ["post", "put", "delete", "patch"] as const) {
        const { status, headers, body } = await portal.visit().agent[method](path);
        expect([path, status, headers.allow]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
        expect(body.type).toBe("urn:problem:wrong_method");
      }
      const options = await portal.visit().agent.options(path);
      expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
    }
    const head = await portal.visit().agent.head("/login");
    expect([head.status, head.text]).toEqual([200, undefined]);
  });
});
