import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sentReading } from "#seeds/builders/reading.ts";
import { createApp } from "#server/app.ts";
import { ingestReadings } from "#server/features/ingest/ingest-readings.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { publicFacts } from "#shared/reference/brands.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { browserOf, openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
  await writeFile(join(portal.webFolder, "index.html"), "<!doctype html><title>portal</title>");
});
afterAll(() => portal.close());

describe("an answer of the API", () => {
  test("is never cached and never shown as a page", async () => {
    const { username } = await makeManager(portal.services.db.sql);
    const browser = await portal.signIn(username, password);
    for (const path of ["/api/psychics", "/api/approvals", "/api/sessions/0", "/api/nowhere"]) {
      const { headers } = await browser.get(path);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers.etag).toBeUndefined();
    }
  });

  test("that is a page is never cached either", async () => {
    const { status, headers } = await portal.visit().get("/api/docs");
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test("that is polled is revalidated, with 304 if it is unchanged", async () => {
    const { username, id } = await makePsychic(portal.services.db.sql);
    const browser = await portal.signIn(username, password);
    const first = await browser.get(`/api/psychics/${id}/status`);
    expect(first.headers["cache-control"]).toBe("private, no-cache");
    const again = await browser
      .get(`/api/psychics/${id}/status`)
      .set("If-None-Match", first.headers.etag as string);
    expect([again.status, again.text]).toEqual([304, ""]);
  });
});

describe("compression", () => {
  const raw = (path: string, cookie: string, encoding: string) =>
    portal.visit().get(path).set({ Cookie: cookie, "Accept-Encoding": encoding });

  test("is for large answers to clients that accept it, and changes no content", async () => {
    const { sql } = portal.services.db;
    const { cookie } = await portal.signIn((await makeManager(sql)).username, password);
    for (let i = 0; i < 10; i++) await makePsychic(sql);
    const plain = await raw("/api/psychics", cookie, "identity");
    const compressed = await raw("/api/psychics", cookie, "br, gzip");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(compressed.headers["content-encoding"]).toBe("gzip");
    expect(compressed.headers.vary).toContain("Accept-Encoding");
    expect(compressed.body).toEqual(plain.body);
    const small = await raw("/api/psychics/busy", cookie, "gzip");
    expect(small.headers["content-encoding"]).toBeUndefined();
  });

  test("of the same values gives the same answer again", async () => {
    const { sql, pool } = portal.services.db;
    const { cookie } = await portal.signIn((await makeManager(sql)).username, password);
    const psychics = await Promise.all(Array.from({ length: 5 }, () => makePsychic(sql)));
    const started_at = new Date().toISOString();
    const readings = psychics.map(({ id }) => sentReading({ user_id: id, started_at }));
    await ingestReadings(pool, readings, null);
    await refreshStatistics(pool, new Date());
    const [first, again] = [
      await raw("/api/statistics", cookie, "gzip"),
      await raw("/api/statistics", cookie, "gzip"),
    ];
    expect(first.headers["content-encoding"]).toBe("gzip");
    expect(first.body.total).toBe(5);
    expect(again.text).toBe(first.text);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect((await raw("/api/statistics", cookie, "identity")).body).toEqual(first.body);
  });
});

describe("a page", () => {
  test("may load only our own files and nothing inline, and no frame may show it", async () => {
    const { headers, text } = await portal.visit().get("/statistics");
    expect(text).toContain("portal");
    expect(headers["content-security-policy"]).toContain("default-src 'none';script-src 'self'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test("is not the answer for a missing file", async () => {
    expect((await portal.visit().get("/assets/gone.js")).status).toBe(404);
  });
});

describe("the agreement of a brand", () => {
  test("may be framed by our own pages, and loads only its style", async () => {
    for (const path of ["/cos/agreement", "/OneSun/Agreement/"]) {
      const { status, headers, text } = await portal.visit().get(path);
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; style-src 'sha256-\S+'; frame-ancestors 'self'; base-uri 'none'/,
      );
      expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(text).toContain(path.startsWith("/cos") ? "COS, version" : "One Sun, version");
      const [style] = /(?<=<style>).*(?=<\/style>)/s.exec(text) ?? [];
      const hash = createHash("sha256").update(`${style}`).digest("base64");
      expect(headers["content-security-policy"]).toContain(hash);
    }
  });

  test("is revalidated, with 304 if it is unchanged", async () => {
    const first = await portal.visit().get("/cos/agreement");
    expect(first.headers["cache-control"]).toBe("no-cache");
    const again = await portal
      .visit()
      .get("/cos/agreement")
      .set("If-None-Match", first.headers.etag as string);
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test("does not exist for an unknown brand", async () => {
    expect((await portal.visit().get("/another/agreement")).text).toContain("portal");
  });
});

test("behind TLS cookies are Secure with the __Host- prefix, and browsers stay with https", async () => {
  const app = createApp({
    services: { ...portal.services, origins: new Set(["https://portal.test"]) },
    env: { ...testEnv, publicUrl: "https://portal.test" },
    webFolder: portal.webFolder,
    draining: () => false,
  });
  const { username } = await makeManager(portal.services.db.sql);
  const answer = await browserOf(app)
    .post("/api/sessions", { username, password })
    .set("Origin", "https://portal.test")
    .set("X-Forwarded-Proto", "https");
  const cookies = answer.headers["set-cookie"] as unknown as string[];
  expect(cookies).toHaveLength(2);
  for (const name of ["__Host-sid", "__Host-device"]) {
    const cookie = cookies.find((one) => one.startsWith(`${name}=`));
    expect(cookie).toMatch(/; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/);
  }
  expect(answer.headers["strict-transport-security"]).toContain("max-age=31536000");
  for (const path of ["/", "/robots.txt", "/sitemap.xml", "/login", "/api/docs"]) {
    const { headers } = await browserOf(app).get(path);
    expect(headers["strict-transport-security"], path).toContain("max-age=31536000");
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }
});

describe("pictures from another host", () => {
  const policyOf = (answer: { headers: Record<string, string> }) =>
    /img-src ([^;]*)/.exec(answer.headers["content-security-policy"] ?? "")?.[1];

  test("are allowed by the page and by the copy that phones keep, and no other host is", async () => {
    const index = join(portal.webFolder, "index.html");
    await writeFile(index, "<!doctype html><head><title>portal</title></head>");
    const { all } = portal.services.brands;
    const facts = `<script type="application/json" id="brands">${publicFacts(all)}</script>`;
    const app = createApp({
      services: portal.services,
      env: { ...testEnv, IMAGE_BASE: "https://cdn.test/pictures" },
      webFolder: portal.webFolder,
      draining: () => false,
    });
    for (const path of ["/login", "/psychics/7", "/index.html", "/index.html?__WB_REVISION__=1"]) {
      const answer = await browserOf(app).get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(answer.text).toBe(
        `<!doctype html><head>${facts}<meta name="image-base" content="https://cdn.test/pictures" /><title>portal</title></head>`,
      );
      expect(policyOf(answer)).toMatch(/ https:\/\/cdn\.test$/);
    }
    const plain = await portal.visit().get("/login");
    expect(plain.text).not.toContain("image-base");
    expect(policyOf(plain)).not.toContain("cdn.test");
  });
});

describe("an API host", () => {
  const onHost = (path: string) => portal.visit().get(path).set("Host", "api.portal.test");

  test("serves the same API at its root", async () => {
    expect((await onHost("/health/live")).body).toEqual({ status: "ok" });
    expect((await onHost("/sessions/0")).status).toBe(401);
    expect((await portal.visit().get("/health/live")).status).toBe(200);
    expect((await portal.visit().get("/health/live")).body).toEqual({});
  });

  test("lets only our own pages call with credentials", async () => {
    const ours = await onHost("/health/live").set("Origin", testEnv.publicUrl);
    expect(ours.headers["access-control-allow-origin"]).toBe(testEnv.publicUrl);
    expect(ours.headers["access-control-allow-credentials"]).toBe("true");
    const theirs = await onHost("/health/live").set("Origin", "https://evil.test");
    expect(theirs.headers["access-control-allow-origin"]).toBeUndefined();
    const preflight = await portal
      .visit()
      .agent.options("/sessions/0")
      .set({ Host: "api.portal.test", Origin: testEnv.publicUrl });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-methods"]).toContain("PUT");
  });
});

test("a sign-in that cannot set its cookie is a 500 that says why, also in the log (C16)", async () => {
  const app = createApp({
    services: { ...portal.services, origins: new Set(["https://portal.test"]) },
    env: { ...testEnv, publicUrl: "https://portal.test" },
    webFolder: portal.webFolder,
    draining: () => false,
  });
  const { username } = await makeManager(portal.services.db.sql);
  const from = portal.lines.length;
  const answer = await browserOf(app)
    .post("/api/sessions", { username, password })
    .set("Origin", "https://portal.test");
  expect([answer.status, answer.body]).toEqual([
    500,
    {
      type: "urn:problem:misconfigured",
      title: "The portal is not configured correctly",
      status: 500,
      detail: "PUBLIC_URL is https, and the proxy does not say X-Forwarded-Proto: https",
    },
  ]);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  const logged = portal.lines.slice(from).filter(({ message }) => message === "misconfigured");
  expect(logged).toMatchObject([{ error: answer.body.detail }]);
});
