import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFolderStore } from "#server/adapters/folder-store.ts";
import { storeRelease } from "#server/adapters/releases.ts";
import { createApp } from "#server/app.ts";
import { brandLooks } from "#shared/reference/brand-looks.ts";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { browserOf, openTestApp, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let folder: string;
beforeAll(async () => {
  portal = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), "portal-releases-"));
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the build of a release as Vite does. */
async function build(name: string): Promise<string> {
  const web = join(folder, name);
  await mkdir(join(web, "assets"), { recursive: true });
  await writeFile(join(web, "index.html"), name);
  await writeFile(join(web, "assets", `main-${name}.js`), `/* ${name} */`);
  await writeFile(join(web, "assets", "same-1a2b3c4d.js"), "/* the same */");
  return web;
}

/** Stores a release and creates its app, as `main.ts` does. */
async function start(web: string, dataFolder: string) {
  const releases = createFolderStore(dataFolder);
  await storeRelease(join(web, "assets"), releases);
  const { services } = portal;
  return browserOf(
    createApp({ services, env: testEnv, webFolder: web, releases, draining: () => false }),
  );
}

/** The stored releases. */
async function storedIn(dataFolder: string): Promise<string[]> {
  const names = await readdir(join(dataFolder, "releases"));
  return names.filter((name) => !name.startsWith("."));
}

/** Makes the earlier releases older, because a file system cannot tell two quick starts apart. */
async function letTimePass(dataFolder: string): Promise<void> {
  for await (const { name, modified } of createFolderStore(dataFolder).list("releases")) {
    const earlier = new Date(modified.getTime() - 60_000);
    await utimes(join(dataFolder, name), earlier, earlier);
  }
}

test("D44: the previous release's files are still served", async () => {
  const releases = join(folder, "releases");
  const [first, second, third] = [await build("one"), await build("two"), await build("three")];
  await start(first, releases);
  await letTimePass(releases);
  let visitor = await start(second, releases);
  const old = await visitor.get("/assets/main-one.js");
  expect([old.status, old.text]).toEqual([200, "/* one */"]);
  expect(old.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(old.headers["content-type"]).toContain("javascript");
  expect(old.headers["content-security-policy"]).toContain("default-src 'none'");
  expect((await visitor.get("/assets/same-1a2b3c4d.js")).text).toBe("/* the same */");

  await letTimePass(releases);
  visitor = await start(second, releases);
  expect((await visitor.get("/assets/main-one.js")).status).toBe(200);

  await letTimePass(releases);
  visitor = await start(third, releases);
  expect((await visitor.get("/assets/main-two.js")).text).toBe("/* two */");
  expect((await visitor.get("/assets/main-one.js")).status).toBe(404);
  expect(await storedIn(releases)).toHaveLength(2);

  // After a rollback, the previous release is the one that was rolled back.
  await letTimePass(releases);
  visitor = await start(second, releases);
  expect((await visitor.get("/assets/main-three.js")).text).toBe("/* three */");
  expect((await visitor.get("/assets/main-two.js")).text).toBe("/* two */");
});

test("only files of releases are served from the releases folder", async () => {
  const releases = join(folder, "guarded");
  const visitor = await start(await build("guarded-build"), releases);
  await writeFile(join(releases, "secret.txt"), "secret");
  await writeFile(join(releases, "releases", "secret.txt"), "secret");
  await writeFile(join(folder, "secret.txt"), "secret");
  for (const path of [
    "..%2fsecret.txt",
    "../secret.txt",
    "secret.txt",
    "..%2f..%2fsecret.txt",
    ".",
    "%00",
    "x",
  ]) {
    const answer = await visitor.get(`/assets/${path}`);
    expect(answer.text).not.toContain("secret");
    expect(answer.status).toBe(404);
  }
});

test("several processes of a release may start at once", async () => {
  const releases = join(folder, "at-once");
  const web = await build("at-once-build");
  const store = createFolderStore(releases);
  await Promise.all(Array.from({ length: 8 }, () => storeRelease(join(web, "assets"), store)));
  const [name, ...others] = await storedIn(releases);
  expect(others).toEqual([]);
  expect(await readdir(join(releases, "releases", name as string))).toHaveLength(2);
});

test("D37, W1: the manifest and the icons are those of the host's brand", async () => {
  for (const brand of brands) {
    const files = join(portal.webFolder, "brands", brand.key);
    await mkdir(files, { recursive: true });
    await writeFile(join(files, "icon.svg"), `<svg><title>${brand.name}</title></svg>`);
    await writeFile(join(files, "apple-touch-icon.png"), brand.key);
    const onHost = (path: string) =>
      portal.visit().get(path).set("Host", `${brand.hosts[0]}:3000`).buffer(true);

    const { status, headers, text } = await onHost("/manifest.webmanifest");
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "application/manifest+json; charset=utf-8",
      "no-cache",
    ]);
    expect(JSON.parse(text)).toMatchObject({
      id: "/psychic",
      name: `${brand.name} Advisor Portal`,
      short_name: brand.name,
      start_url: "/psychic",
      scope: "/",
      display: "standalone",
      theme_color: brandLooks[brand.key].barColors.light,
    });
    const managers = JSON.parse((await onHost("/manifest.webmanifest?role=manager")).text);
    // This is the same app (F13), which opens on the managers' pages.
    expect(managers).toMatchObject({ id: "/psychic", start_url: "/dashboard" });
    const urls = managers.shortcuts.map(({ url }: { url: string }) => url);
    expect(urls).toEqual(["/approvals", "/psychics", "/statistics", "/contacts"]);
    const icon = await onHost("/icon.svg");
    expect(icon.headers["content-type"]).toContain("image/svg+xml");
    expect(String(icon.body)).toContain(brand.name);
    expect(String((await onHost("/apple-touch-icon.png")).body)).toBe(brand.key);
  }
  expect((await portal.visit().get("/icon.svg")).status).toBe(200);
});
