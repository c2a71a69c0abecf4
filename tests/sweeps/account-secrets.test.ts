import { randomInt, randomUUID } from "node:crypto";
import { join, relative } from "node:path";
import type { Challenge } from "altcha-lib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerRow } from "#seeds/builders/customer.ts";
import { makeReading } from "#seeds/builders/reading.ts";
import { createVault } from "#server/crypto/vault.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { oneRow } from "#server/db/one-row.ts";
import { solveBotCheck } from "../support/bot-check.ts";
import {
  canaryOf,
  columnTexts,
  databaseLog,
  filesBelow,
  holdsSecret,
} from "../support/canaries.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { unfold } from "../support/mail-receiver.ts";
import { patient } from "../support/patience.ts";
import { makeManager, password } from "../support/people.ts";
import {
  openReceiver,
  type PlatformReceiver,
  platformSecret,
} from "../support/platform-receiver.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  type PortalProcess,
  productionSecrets,
  startPortal,
} from "../support/portal-process.ts";
import { signUp } from "../support/sign-up.ts";

/** The canaries, each with the places that must contain it. No other place may. */
const canaries = new Map<string, { value: string; homes: string[] }>();

const canary = (name: string, ...homes: string[]) => keep(name, canaryOf(name), ...homes);
function keep(name: string, value: string, ...homes: string[]): string {
  canaries.set(name, { value, homes });
  return value;
}
/** Places that several canaries share. The audit trail keeps old and new values. */
const audit = "public.audit_trail.detail";
const phones = "public.phones.phone_number";
const deliveries = "public.deliveries.data";

let lastPin = randomInt(100, 900);
/** A new PIN. It begins with 0, as no phone number does. */
function pin(name: string): string {
  lastPin += 1;
  return keep(name, `0${lastPin}`);
}
const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));

let database: TestDatabase;
let db: Database;
let platform: PlatformReceiver;
let folder: string;
let metricsPort: number;
let portal: PortalProcess;
let boss: Page;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 2 });
  const manager = await makeManager(db.sql, { email: "boss@people.example", staff_role: "owner" });
  platform = await openReceiver();
  folder = await dataFolder();
  metricsPort = await freePort();
  portal = await startPortal({
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      METRICS_PORT: String(metricsPort),
      PLATFORM_WEBHOOK_URL: platform.url,
      PLATFORM_WEBHOOK_SECRET: platformSecret,
      LOG_LEVEL: "trace",
    },
  });
  boss = new Page(portal.base);
  await boss.signIn(manager.username, password);
});
afterAll(async () => {
  await endProcesses();
  await platform.close();
  await db.close();
  await database.drop();
});

const keyed = () => ({ "Idempotency-Key": randomUUID() });

async function passBotCheck(page: Page): Promise<string> {
  return solveBotCheck(JSON.parse((await page.get("/api/bot_check")).text) as Challenge);
}

/** A visitor checks a username, a phone and a PIN, and signs up with others. */
async function goThroughSignUp(): Promise<{ id: number; page: Page }> {
  const page = new Page(portal.base);
  const tried = { phone: keep("a phone that was tried", digits(10)), pin: pin("a tried PIN") };
  for (const query of [
    `username_available?username=${canary("a username that was tried")}`,
    `phone_pin_available?phone=${tried.phone}&pin=${tried.pin}`,
  ]) {
    expect((await page.get(`/api/psychics/${query}`)).text).toBe('{"available":true}');
  }
  const secret = canary("a password at sign-up");
  const ssn = keep("an SSN", digits(9));
  keep("an SSN as typed", `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`);
  const psychic = {
    ...signUp,
    username: canary("a username", "public.users.username", "mail"),
    password: secret,
    confirm_password: secret,
    pin: pin("a PIN at sign-up"),
    ssn: canaries.get("an SSN as typed")?.value,
    first: canary("first", "public.users.first", "mail"),
    last: canary("last", "public.users.last", "mail"),
    address1: canary("an address", "public.users.address1"),
    city: canary("a city", "public.users.city"),
    email: `${canary("a mailbox", audit, "public.email_changes.old_email", "mail")}@people.example`,
    phone: keep("a phone", digits(10), phones, deliveries, audit, "mail"),
    credentials: [canary("a credential", audit)],
  };
  const refused = { ...psychic, confirm_password: canary("a wrong confirmation") };
  for (const [sent, status] of [
    [refused, 422],
    [psychic, 201],
  ] as const) {
    const body = { psychic: sent, altcha: await passBotCheck(page) };
    const answer = await page.send("POST", "/api/psychics", body, keyed());
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    if (status === 201) {
      await page.signIn(psychic.username, secret);
      const id = JSON.parse(answer.text).user_id;
      await db.sql("psychics").where({ user_id: id }).update({ account_status: "Active" });
      return { id, page };
    }
  }
  throw new Error("nobody signed up");
}

/** Saves everything that a psychic and the manager can save about the psychic. */
async function saveEverything(id: number, page: Page): Promise<void> {
  const save = async (by: Page, method: string, path: string, body: unknown, status = 204) => {
    const answer = await by.send(method, `/api${path}`, body, keyed());
    expect([path, answer.status, answer.text.slice(0, 300)]).toEqual([
      path,
      status,
      expect.any(String),
    ]);
  };
  const profile = {
    pin: pin("a psychic's new PIN"),
    email: `${canary("a new mailbox", "public.users.email", audit, "mail")}@people.example`,
    credentials: [canary("a new credential", "public.profile_details.credentials", audit)],
  };
  await save(page, "PUT", "/profile", { profile });
  const wrong = { pin: "12345", email: canary("an invalid address") };
  await save(page, "PUT", "/profile", { profile: wrong }, 422);
  await save(boss, "PUT", `/psychics/${id}/profile`, {
    profile: {
      pin: pin("a PIN that the manager set"),
      address2: canary("a second address", "public.users.address2", audit),
    },
  });
  const reason = canary("a profile's reason", "public.psychics.profile_reason", audit, "mail");
  await save(boss, "POST", `/profile/${id}/reject`, { reason });
  const number = keep("a second phone", digits(10), phones, deliveries, audit);
  await save(page, "POST", `/psychics/${id}/phones`, { phone: { phone_number: number } });

  const listing = {
    sales_pitch: canary("a pitch", "public.listings.sales_pitch", audit, deliveries),
    body: canary("a listing", "public.listings.body", audit, deliveries),
    categories: [26],
  };
  await save(page, "POST", `/psychics/${id}/listings`, { listing });
  await save(boss, "POST", `/psychics/${id}/listings/approve`, {});

  const photo = sharp({ create: { width: 600, height: 600, channels: 3, background: "teal" } });
  const form = new FormData();
  const exif = { IFD0: { Artist: canary("what a camera wrote into a picture") } };
  const image = await photo.jpeg().withExif(exif).toBuffer();
  expect(image.toString("latin1")).toContain(exif.IFD0.Artist);
  form.append("image", new Blob([new Uint8Array(image)]), `${canary("a picture's name")}.jpg`);
  const uploaded = await fetch(`${portal.base}/api/psychics/${id}/image`, {
    method: "POST",
    headers: { Cookie: page.cookie ?? "", Origin: portal.base, ...keyed() },
    body: form,
  });
  expect(uploaded.status).toBe(204);

  const details = canary("a problem", "public.problems.details", "mail");
  await save(page, "POST", `/psychics/${id}/problem`, { category: "Phone", details });
  await db.sql("customers").insert(customerRow({ id: 77 }));
  const started_at = new Date().toISOString();
  await makeReading(db.sql, { user_id: id, customer_id: 77, started_at, connection_id: "canary" });
  const gift = {
    subject: canary("a gift", "public.gifts.subject", deliveries, audit),
    body: canary("a gift's message", "public.gifts.body", deliveries),
    minutes: 3,
    customers: [77],
  };
  await save(page, "POST", `/psychics/${id}/gifts`, gift, 202);
}

async function leaveContact(): Promise<void> {
  const page = new Page(portal.base);
  const contact = {
    name: canary("a visitor", "public.contacts.name", "mail"),
    email: `${canary("a visitor's mailbox", "public.contacts.email", "mail")}@visitors.example`,
    phone: keep("a visitor's phone", digits(10), "public.contacts.phone", "mail"),
    comments: canary("a comment", "public.contacts.comments", "mail"),
  };
  const body = { contact, altcha: await passBotCheck(page) };
  const answer = await page.send("POST", "/api/contacts", body, keyed());
  expect(answer.status, answer.text).toBe(201);
}

/** All text that the portal stored or logged, by its place: a column, a log, the mail. */
async function storedTexts(): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  const add = (place: string, text: string) =>
    places.set(place, `${places.get(place) ?? ""}\n${text}`);
  const metrics = await new Page(`http://127.0.0.1:${metricsPort}`).get("/");
  const { code, output, errors } = await portal.stop();
  expect(code).toBe(0);
  add("the log", output);
  add("the error output", errors);
  add("the metrics", metrics.text);
  add("the database's log", await databaseLog(db.pool));
  for (const [file, content] of await filesBelow(folder)) {
    const [top = ""] = relative(folder, file).split("/");
    add(top, unfold(content));
  }
  for (const [column, text] of await columnTexts(db.pool)) add(column, text);
  return places;
}

test("saved values are only in their places, and secrets are nowhere", async () => {
  const { id, page } = await goThroughSignUp();
  await saveEverything(id, page);
  await leaveContact();

  // Wait until everything was sent. Only the platform gets the PIN.
  const sentPins = () => platform.received.map(({ message }) => message.data.pin).filter(Boolean);
  const pins = ["a PIN at sign-up", "a psychic's new PIN", "a PIN that the manager set"];
  await expect
    .poll(sentPins, { timeout: patient(60_000) })
    .toEqual(pins.map((name) => canaries.get(name)?.value));
  const letters = async () =>
    (await filesBelow(join(folder, "mail"))).map(([, text]) => /^Subject: (\w+)/m.exec(text)?.[1]);
  // "Your … was changed": one letter about the e-mail goes to the old address. The letters about two
  // PINs and a phone go to both addresses.
  const notices = Array(7).fill("Your");
  const others = ["Application", "Application", "Listing", "Problem", "Problem", "Profile"];
  await expect
    .poll(async () => (await letters().catch(() => [])).sort(), { timeout: patient(60_000) })
    .toEqual([...others, "Welcome", ...notices]);
  const waiting = () => db.sql("deliveries").whereNull("delivered_at").pluck("type");
  await expect.poll(waiting, { timeout: patient(60_000) }).toEqual([]);

  const places = await storedTexts();
  const [, link = ""] = /recover_password\/(\S+)/.exec(places.get("mail") ?? "") ?? [];
  expect(link).toHaveLength(36);
  keep("a link's token", link, "mail");
  const [, undo = ""] = /undo_email\/(\S+)/.exec(places.get("mail") ?? "") ?? [];
  expect(undo).toHaveLength(36);
  keep("an undo link's token", undo, "mail");
  const found = [...canaries].map(([name, { value }]) => [
    name,
    [...places]
      .filter(([, content]) => holdsSecret(content, value))
      .map(([place]) => place)
      .sort(),
  ]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries([...canaries].map(([name, { homes }]) => [name, homes.toSorted()])),
  );

  // The psychic's row has the secrets, sealed.
  const row = await oneRow(db.sql("psychics").where({ user_id: id }).first());
  const vault = createVault(productionSecrets.DATA_KEYS);
  const opened = (column: "ssn_sealed" | "pin_sealed") =>
    vault.open(row[column] as Buffer, { table: "psychics", column, userId: id });
  expect(opened("ssn_sealed")).toBe(canaries.get("an SSN")?.value);
  expect(opened("pin_sealed")).toBe(canaries.get("a PIN that the manager set")?.value);
});
