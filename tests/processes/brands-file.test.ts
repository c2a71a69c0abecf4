import { readdir, readFile, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeContact } from "#seeds/builders/contact.ts";
import { makeProblem } from "#seeds/builders/problem.ts";
import { readBrands } from "#server/brands.ts";
import { connect } from "#server/db/connection.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { publicFacts } from "#shared/reference/brands.ts";
import { exampleBrands } from "#shared/reference/example-brands.ts";
import { sitePages, sitePath } from "#shared/reference/site-pages.ts";
import { refusalOf } from "../server/fixtures/refusal-of.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import {
  dataFolder,
  endProcesses,
  type PortalProcess,
  productionSettings,
  spawnPortal,
  startPortal,
} from "../support/portal-process.ts";

const root = join(import.meta.dirname, "../..");
const ownFile = join(root, "tests/support/brands.json");
const [lantern, daybreak] = readBrands(ownFile, true).all;

/** Texts that only the example has: names, hosts, addresses, phones in both spellings. */
const exampleFacts = new RegExp(
  [
    ...["\\bCOS\\b", "One Sun", "cos\\.localhost", "onesun\\.localhost"],
    ...["cos\\.example", "onesun\\.example", "200100"],
    ...["8005550142", "800-555-0142", "8005550187", "800-555-0187"],
  ].join("|"),
);

let database: TestDatabase;
let portal: PortalProcess;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await dataFolder();
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, METRICS_PORT: undefined };
  portal = await startPortal({ env });
});
afterAll(async () => {
  await endProcesses();
  await database.drop();
});

async function ask(host: string, path: string) {
  const sent = request({ port: portal.port, host: "127.0.0.1", path, headers: { Host: host } });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject).end();
  });
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe("a brands file (B1)", () => {
  test("is used on every page, manifest, robots.txt and sitemap; the example is on none", async () => {
    const paths = [
      ...["cos", "onesun"].flatMap((key) => [
        ...sitePages.map((page) => sitePath({ key } as typeof lantern, page)),
        `/${key}/agreement`,
      ]),
      ...["/login", "/index.html", "/psychic", "/service-worker.js", "/manifest.webmanifest"],
      ...["/robots.txt", "/sitemap.xml", "/api/docs", "/api/openapi.json"],
    ];
    for (const { hosts } of [lantern, daybreak]) {
      for (const path of paths) {
        const { status, body } = await ask(hosts[0] as string, path);
        expect([path, status]).toEqual([path, 200]);
        expect(exampleFacts.exec(body), path).toBeNull();
        expect(body, path).not.toMatch(/\[\[[a-z-]+\]\]|brand-if|origin\.invalid/);
      }
    }
  });

  test("fills in the recruiting pages, escaped for HTML and for JSON", async () => {
    const own = await ask("elsewhere.test", "/cos/apply");
    expect(own.body).toContain("<h1>Apply to Lantern &#38; Co</h1>");
    expect(own.body).toContain('href="tel:+18885550111">888-555-0111<');
    expect(own.body).toContain(`href="http://lantern.test:${portal.port}/cos/apply"`);
    expect(own.body).toContain('data-referral=""');
    expect(own.body).not.toContain("help@lantern.test");
    expect(own.body).not.toContain("/cos/agreement");
    const { body: home } = await ask("elsewhere.test", "/cos");
    const [, data = ""] = /ld\+json">(.*?)<\/script>/s.exec(home) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      hiringOrganization: { name: "Lantern & Co", url: `http://lantern.test:${portal.port}/cos` },
    });
    const { body: other } = await ask("elsewhere.test", "/onesun/apply");
    expect(other).toContain('href="mailto:help@daybreak.test"');
    expect(other).toContain('data-referral="300200"');
    expect(other).toContain("/onesun/agreement");
  });

  test("sets each host's redirects and the installed app's name", async () => {
    expect((await ask("daybreak.test", "/")).headers.location).toBe("/onesun");
    expect((await ask("www.lantern.test", "/")).headers.location).toBe("/cos");
    expect((await ask("daybreak.test", "/api/chat")).headers.location).toBe(daybreak.chatAddress);
    const manifest = async (host: string) =>
      JSON.parse((await ask(host, "/manifest.webmanifest")).body);
    expect(await manifest("daybreak.test")).toMatchObject({
      ...{ name: "Daybreak Desk", short_name: "Daybreak", screenshots: [] },
    });
    expect((await manifest("lantern.test")).name).toBe("Lantern & Co Advisor Portal");
    const { body } = await ask("daybreak.test", "/robots.txt");
    expect(body).toContain(`Sitemap: http://daybreak.test:${portal.port}/sitemap.xml`);
  });

  test("reaches the app in its page and in its service worker, which caches that page", async () => {
    const { body: page, headers } = await ask("lantern.test", "/login");
    const [, facts = ""] = /id="brands">(.*?)<\/script>/.exec(page) ?? [];
    const known = JSON.parse(publicFacts([lantern, daybreak]));
    expect(facts).toBe(publicFacts([lantern, daybreak]));
    expect(known[1]).toMatchObject({ name: "Daybreak", portalName: "Daybreak Desk" });
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    const { body: worker } = await ask("lantern.test", "/service-worker.js");
    const [, shell = ""] = /^self\.portalShell=(.*);\n/.exec(worker) ?? [];
    expect(JSON.parse(shell)).toEqual({
      ...{ revision: expect.stringMatching(/^[0-9a-f]{32}$/), brands: known },
    });

    // A changed setting changes the service worker, which then loads the page again.
    const changed = join(folder, "changed.json");
    await writeFile(changed, (await readFile(ownFile, "utf8")).replace("Daybreak Desk", "Dawn"));
    const env = { DATABASE_URL: database.url, BRANDS_FILE: changed };
    const other = await startPortal({ env });
    const answer = await fetch(`${other.base}/service-worker.js`);
    const [, next = ""] = /"revision":"(\w+)"/.exec(await answer.text()) ?? [];
    expect(next).toMatch(/^[0-9a-f]{32}$/);
    expect(next).not.toBe(JSON.parse(shell).revision);
    other.kill("SIGKILL");
  });

  test("sets the sender of letters and the host of their links", async () => {
    const { sql, close } = connect(database.url, { onError: () => {}, poolSize: 2 });
    const manager = await makeManager(sql, { brand: "onesun" });
    const psychic = await makePsychic(sql, { brand: "onesun", manager_id: manager.id });
    const contact = await makeContact(sql, { brand: "onesun" });
    const problem = await makeProblem(sql, { user_id: psychic.id });
    const noop = () => {};
    const log = { debug: noop, info: noop, warn: noop, error: noop, flush: noop };
    const jobs = createJobs(database.url, log);
    await jobs.start({} as Services, [], { work: false });
    await jobs.send("send-recovery-mail", { email: psychic.email, brand: "onesun" });
    await jobs.send("send-welcome-mail", { userId: psychic.id });
    await jobs.send("send-contact-mail", { contactId: contact.id });
    await jobs.send("send-problem-mail", { problemId: problem.id, to: "support" });
    const mail = join(folder, "mail");
    const letters = async () => {
      const files = await readdir(mail).catch(() => []);
      const complete = files.filter((file) => file.endsWith(".eml"));
      const texts = await Promise.all(complete.map((file) => readFile(join(mail, file), "utf8")));
      // Quoted-printable breaks long lines.
      return texts.map((letter) => letter.replace(/=\r?\n/g, ""));
    };
    await expect.poll(async () => (await letters()).length, { timeout: patient(60_000) }).toBe(5);
    await jobs.stop();
    await close();
    const written = await letters();
    for (const letter of written) {
      expect(letter).toMatch(/^From: Daybreak <letters@daybreak\.test>$/m);
      expect(exampleFacts.exec(letter)).toBeNull();
    }
    const toSupport = written.filter((letter) => /^To: help@daybreak\.test$/m.test(letter));
    expect(toSupport).toHaveLength(2);
    const links = written.flatMap((letter) => letter.match(/https?:\/\/[^\s/]+/g) ?? []);
    expect(new Set(links)).toEqual(new Set([`http://daybreak.test:${portal.port}`]));
  });

  test("is not built in: no file of the web app has the example", async () => {
    const web = join(root, "dist/web");
    const files = await readdir(web, { recursive: true });
    const texts = files.filter((file) =>
      [".js", ".css", ".html", ".svg", ".json"].includes(extname(file)),
    );
    expect(texts.length).toBeGreaterThan(20);
    for (const file of texts) {
      const found = exampleFacts.exec(await readFile(join(web, file), "utf8"));
      expect(found?.[0], file).toBeUndefined();
    }
  });
});

describe("production (B1)", () => {
  test("does not start if the file is missing or unreadable", () => {
    const refused = (BRANDS_FILE?: string) => refusalOf(productionSettings({ BRANDS_FILE }));
    expect(refused()).toBe("BRANDS_FILE is required in production");
    const missing = join(folder, "none.json");
    expect(refused(missing)).toBe("BRANDS_FILE cannot be read (ENOENT)");
  });

  test("refuses every host and address of the example, one in each line", async () => {
    const entries = exampleBrands.map(({ key, ...settings }) => [key, settings]);
    const file = join(folder, "refused.json");
    await writeFile(file, JSON.stringify(Object.fromEntries(entries)));
    const env = { DATABASE_URL: database.url, BRANDS_FILE: file };
    const { code, errors } = await (await spawnPortal({ env })).ended;
    expect(code).toBe(1);
    expect(errors.trimEnd().split("\n")).toEqual([
      "BRANDS_FILE: cos.hosts must be a real host, not cos.localhost",
      "BRANDS_FILE: cos.supportEmail must be a real host, not cos.example",
      "BRANDS_FILE: cos.chatAddress must be a real host, not chat.cos.example",
      "BRANDS_FILE: cos.sender must be a real host, not cos.example",
      "BRANDS_FILE: onesun.hosts must be a real host, not onesun.localhost",
      "BRANDS_FILE: onesun.supportEmail must be a real host, not onesun.example",
      "BRANDS_FILE: onesun.chatAddress must be a real host, not chat.onesun.example",
      "BRANDS_FILE: onesun.sender must be a real host, not onesun.example",
    ]);
    const shipped = productionSettings({ BRANDS_FILE: join(root, "deploy/brands.example.json") });
    expect(refusalOf(shipped).split("\n")).toContain(
      "BRANDS_FILE: cos.hosts must be a real host, not cos.example",
    );
  });
});

describe("a wrong setting in the brands file gives one clear line (B1)", () => {
  type BrandsJson = Record<string, Record<string, unknown>>;
  const messageOf = async (change: (brandsJson: BrandsJson) => void) => {
    const brandsJson = JSON.parse(await readFile(ownFile, "utf8"));
    change(brandsJson);
    const file = join(folder, "wrong.json");
    await writeFile(file, JSON.stringify(brandsJson));
    try {
      readBrands(file, true);
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each<[string, unknown, string]>([
    ["name", "", "BRANDS_FILE: cos.name must not be empty"],
    ["name", undefined, "BRANDS_FILE: cos.name is missing"],
    ["name", "A <b>", 'BRANDS_FILE: cos.name must be one line without < > and "'],
    ["hosts", [], "BRANDS_FILE: cos.hosts must name a host"],
    [
      "hosts",
      ["https://lantern.test"],
      "BRANDS_FILE: cos.hosts.0 must be a host name in lower case, without a scheme, port or path",
    ],
    ["hosts", ["daybreak.test"], "BRANDS_FILE: onesun.hosts daybreak.test is named twice"],
    ["supportPhone", "888-555-0111", "BRANDS_FILE: cos.supportPhone must be ten digits"],
    ["supportEmail", "help", "BRANDS_FILE: cos.supportEmail must be an e-mail address"],
    ["chatAddress", "chat", "BRANDS_FILE: cos.chatAddress must be an http or https address"],
    ["sender", "Lantern", "BRANDS_FILE: cos.sender must be an address or Name <address>"],
    ["referral", 1.5, "BRANDS_FILE: cos.referral must be a whole number"],
    ["phone", "1", "BRANDS_FILE: cos has an unknown phone"],
  ])("%s: %j", async (field, value, message) => {
    const change = (brandsJson: BrandsJson) =>
      Object.assign(brandsJson.cos ?? {}, { [field]: value });
    expect(await messageOf(change)).toBe(message);
  });

  test("a missing brand", async () => {
    expect(await messageOf((brandsJson) => delete brandsJson.onesun)).toBe(
      "BRANDS_FILE: onesun is missing",
    );
  });
});
