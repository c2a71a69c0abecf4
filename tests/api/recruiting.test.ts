import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { siteFile, sitePages, sitePath, sitePlaceholders } from "#shared/reference/site-pages.ts";
import { openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
const style = "body{color:#123}";
const builtPage = (path: string) =>
  `<!doctype html><title>${path}</title><link href="${sitePlaceholders.origin}${path}"><style>${style}</style>`;

beforeAll(async () => {
  portal = await openTestApp();
  for (const brand of brands) {
    for (const page of sitePages) {
      const file = join(portal.webFolder, siteFile(brand, page));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, builtPage(sitePath(brand, page)));
    }
  }
});
afterAll(() => portal.close());

const visit = (path: string, headers: Record<string, string> = {}) =>
  portal.visit().agent.get(path).set(headers);

test("R1: `/` redirects to the host's brand, and from an unknown host to the first brand", async () => {
  for (const [host, path] of [
    ["cos.localhost", "/cos"],
    ["onesun.localhost:3000", "/onesun"],
    ["ONESUN.localhost", "/onesun"],
    ["portal.test", "/cos"],
  ] as const) {
    const { status, headers } = await visit("/", { Host: host });
    expect([host, status, headers.location]).toEqual([host, 302, path]);
    expect(headers["cache-control"]).toBe("no-cache");
  }
});

test("serves each page in any letter case and from any host, with a canonical link to PUBLIC_URL", async () => {
  for (const brand of brands) {
    for (const page of sitePages) {
      const path = sitePath(brand, page);
      for (const requested of [path, path.toUpperCase(), `${path}/`, `${path}?from=mail`]) {
        const { status, headers, text } = await visit(requested, { Host: "elsewhere.test" });
        expect([requested, status, headers["content-type"]]).toEqual([
          ...[requested, 200, "text/html; charset=utf-8"],
        ]);
        expect(text).toContain(`href="${testEnv.publicUrl}${path}"`);
        expect(text).not.toContain(sitePlaceholders.origin);
      }
    }
  }
});

test("a page may load its own style and our files, and no frame may show it", async () => {
  const { headers } = await visit("/cos");
  const policy = headers["content-security-policy"];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(policy).toContain(
    `default-src 'none';script-src 'self';style-src 'self' 'sha256-${hash}'`,
  );
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test("a page is compressed as the browser accepts, with an ETag for each encoding", async () => {
  const plain = await visit("/cos/privacy", { "Accept-Encoding": "identity" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const tags = new Set([plain.headers.etag]);
  for (const encoding of ["gzip", "br"]) {
    const compressed = await visit("/cos/privacy", { "Accept-Encoding": encoding });
    expect(compressed.headers["content-encoding"]).toBe(encoding);
    expect(compressed.headers.vary).toContain("Accept-Encoding");
    expect(compressed.headers["cache-control"]).toBe("no-cache");
    expect(compressed.text).toBe(plain.text);
    const { etag = "" } = compressed.headers;
    tags.add(etag);
    const conditional = { "Accept-Encoding": encoding, "If-None-Match": etag };
    const again = await visit("/cos/privacy", conditional);
    expect([again.status, again.text]).toEqual([304, ""]);
  }
  expect(tags.size).toBe(3);
  const head = await portal.visit().agent.head("/cos/privacy").set("Accept-Encoding", "identity");
  expect([head.status, head.text]).toEqual([200, undefined]);
  expect(head.headers["content-length"]).toBe(plain.headers["content-length"]);
  expect(head.headers.etag).toBe(plain.headers.etag);
});

test("robots.txt names the sitemap, which lists the pages of the host's brand", async () => {
  for (const brand of brands) {
    const [Host = ""] = brand.hosts;
    const robots = await visit("/robots.txt", { Host });
    expect(robots.text).toBe(
      `User-agent: *\nDisallow: /api/\n\nSitemap: ${testEnv.publicUrl}/sitemap.xml\n`,
    );
    const sitemap = await visit("/sitemap.xml", { Host });
    expect(sitemap.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const locations = [...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, location]) => location,
    );
    expect(locations).toEqual(
      sitePages.map((page) => `${testEnv.publicUrl}${sitePath(brand, page)}`),
    );
  }
});

test("any other path is 404, and any other method 405", async () => {
  expect((await visit("/cos/apply.html")).status).toBe(404);
  expect((await visit("/api/cos")).status).toBe(404);
  expect((await portal.visit().agent.post("/cos/apply")).status).toBe(405);
});
