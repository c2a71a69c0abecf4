import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVault } from "#server/crypto/vault.ts";
import { connect, type Database } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { oneRow } from "#server/db/one-row.ts";
import { canaryOf, databaseLog, filesBelow, placesOf, tableTexts } from "../support/canaries.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { failures } from "../support/failures.ts";
import { type MailReceiver, openMailReceiver, unfold } from "../support/mail-receiver.ts";
import { patient } from "../support/patience.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { signatureHeaders } from "../support/platform-events.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  type PortalProcess,
  productionSecrets,
  startPortal,
} from "../support/portal-process.ts";
import { subscription } from "../support/push-service.ts";
import { askWithCanaries, bookingEvent, readingEvent } from "./fixtures/confidential-requests.ts";

const canaries = new Map<string, string>();
/** The one place where a canary belongs (a table or a log), by the canary's name. */
const homes = new Map<string, string>();

function canary(name: string): string {
  const value = canaryOf(name);
  canaries.set(name, value);
  return value;
}

let database: TestDatabase;
let db: Database;
let mail: MailReceiver;
let folder: string;
let metricsPort: number;
let pushHost: string;
let portal: PortalProcess;
let manager: Awaited<ReturnType<typeof makeManager>>;
let psychic: Awaited<ReturnType<typeof makePsychic>>;
let unreachable: Awaited<ReturnType<typeof makePsychic>>;
const answers: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { onError: () => {}, poolSize: 2 });
  manager = await makeManager(db.sql, { staff_role: "owner" });
  psychic = await makePsychic(db.sql, { manager_id: manager.id });
  unreachable = await makePsychic(db.sql, { manager_id: manager.id });
  const vault = createVault(productionSecrets.DATA_KEYS);
  const sealed = (column: string, value: string) =>
    vault.seal(value, { table: "psychics", column, userId: psychic.id });
  await db
    .sql("psychics")
    .where({ user_id: psychic.id })
    .update({
      ssn_sealed: sealed("ssn_sealed", canary("an SSN")),
      ssn_index: vault.index("ssn", canaries.get("an SSN") ?? ""),
      pin_sealed: sealed("pin_sealed", canary("a PIN")),
    });

  mail = await openMailReceiver({ refuses: (address) => address === unreachable.email });

  folder = await dataFolder();
  metricsPort = await freePort();
  pushHost = `127.0.0.1:${await freePort()}`;
  portal = await startPortal({
    script: "tests/support/failing-portal.ts",
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      METRICS_PORT: String(metricsPort),
      SMTP_URL: mail.url,
      PUSH_HOSTS: pushHost,
      LOG_LEVEL: "trace",
      CANARY_OF_JOB: canary("the text of a job's error"),
    },
  });
  for (const [name, value] of Object.entries(productionSecrets)) canaries.set(name, value);
});
afterAll(async () => {
  await endProcesses();
  await mail.close();
  await db.close();
  await database.drop();
});

async function linkFor(email: string): Promise<string> {
  await visitor().send("POST", "/api/profile/forgot_password", { email });
  const letters = () => unfold(mail.lettersTo(email).join(""));
  // Other letters may arrive first.
  await expect.poll(letters, { timeout: patient(60_000) }).toContain("recover_password/");
  const [, token = ""] = /recover_password\/(\S+)/.exec(letters()) ?? [];
  expect(token).toHaveLength(36);
  return token;
}

const visitor = () => new Page(portal.base);

/** Signs in with a browser whose cookies are canaries. */
async function signIn(name: string, username: string, secret: string): Promise<Page> {
  const page = visitor();
  await page.signIn(username, secret);
  const value = decodeURIComponent(page.cookie?.replace(/^sid=/, "") ?? "");
  const [, sid = "", signature = ""] = /^s:(.+)\.(.+)$/.exec(value) ?? [];
  canaries.set(`the cookie of ${name}`, value);
  canaries.set(`the cookie's signature of ${name}`, signature);
  canaries.set(`the session id of ${name}`, sid);
  homes.set(`the session id of ${name}`, "public.sessions");
  return page;
}

async function ask(page: Page, ...request: Parameters<Page["send"]>): Promise<number> {
  const { status, text: body } = await page.send(...request);
  answers.push(body);
  return status;
}

const webhook = (body: unknown, key = productionSecrets.INGEST_SECRET) =>
  ask(visitor(), "POST", "/api/ingest/events", body, signatureHeaders(key, JSON.stringify(body)));

test("secrets that people and the platform send are in no table, file, log or metric", async () => {
  // Sign-ins.
  const boss = await signIn("a manager", manager.username, password);
  const psychicsPage = await signIn("a psychic", psychic.username, password);
  const credentials = (username: string, secret: string) => ({ username, password: secret });
  const signingIn = (body: unknown) => ask(visitor(), "POST", "/api/sessions", body);
  expect(await signingIn(credentials(psychic.username, canary("a wrong password")))).toBe(401);
  expect(await signingIn(credentials("nobody", canary("a stranger's password")))).toBe(401);
  expect(await signingIn(credentials(canary("a password typed as the name"), "x"))).toBe(401);
  expect(await signingIn({ username: "x", [canary("a key of a body")]: "x" })).toBe(422);
  expect(await signingIn({ username: { a: canary("a wrong type") }, password: "x" })).toBe(422);

  // A browser's address and key at a push service that cannot be called, and a customer's name.
  const { endpoint, keys, label } = subscription(`http://${pushHost}/${canary("a push endpoint")}`);
  canaries.set("a push key", keys.auth);
  expect(await ask(boss, "POST", "/api/push/subscriptions", { endpoint, keys, label })).toBe(201);
  expect(await ask(boss, "POST", "/api/push/test")).toBe(202);
  const customer = canary("the name of the customer who booked");
  homes.set("the name of the customer who booked", "public.scheduled_calls");
  expect(await webhook(bookingEvent((await makePsychic(db.sql)).id, customer))).toBe(200);
  await expect
    .poll(() => db.sql("notifications").where("attempts", ">", 0).pluck("kind"), {
      timeout: patient(60_000),
    })
    .toEqual(expect.arrayContaining(["test", "booked"]));
  const { id: device } = await oneRow(db.sql("push_subscriptions").where({ endpoint }).first("id"));
  expect(await ask(boss, "DELETE", `/api/push/subscriptions/${device}`)).toBe(204);

  // Passwords: changed, set by a manager, recovered.
  const changed = canary("a changed password");
  expect(
    await ask(psychicsPage, "PUT", "/api/profile/password", {
      old: canary("a wrong old password"),
      password: changed,
    }),
  ).toBe(422);
  expect(
    await ask(psychicsPage, "PUT", "/api/profile/password", { old: password, password: changed }),
  ).toBe(204);
  await signIn("the changed password", psychic.username, changed);
  const given = { id: psychic.id, password: canary("a psychic's password") };
  expect(await ask(boss, "PUT", "/api/profile/agent_password", given)).toBe(204);
  expect(await ask(boss, "PUT", "/api/profile/agent_password", { ...given, id: 2e9 })).toBe(404);

  const token = await linkFor(psychic.email);
  canaries.set("a recovery token", token);
  const recovering = visitor();
  expect(await ask(recovering, "GET", `/api/profile/authorize_password/${token}`)).toBe(204);
  const recovered = canary("a recovered password");
  expect(await ask(recovering, "PUT", "/api/profile/password_unchecked", { password: "x" })).toBe(
    422,
  );
  expect(
    await ask(recovering, "PUT", "/api/profile/password_unchecked", { password: recovered }),
  ).toBe(204);
  expect(await ask(visitor(), "GET", `/api/profile/authorize_password/${token}`)).toBe(404);
  await signIn("the recovered password", psychic.username, recovered);
  const wrongLink = canary("a wrong token");
  expect(await ask(visitor(), "GET", `/api/profile/authorize_password/${wrongLink}`)).toBe(404);
  // The mail server refuses this letter and quotes it.
  canaries.set("the token of a refused letter", await linkFor(unreachable.email));
  canaries.set("the text of a letter", "asked to set a new password for the account");

  // The platform sends a good event and every kind of bad event.
  const good = canary("a good event's text");
  homes.set("a good event's text", "public.readings");
  expect(await webhook(readingEvent(psychic.id, good))).toBe(200);
  expect(
    await webhook(readingEvent(psychic.id, canary("a bad event's text"), { minutes: -1 })),
  ).toBe(422);
  expect(
    await webhook(
      readingEvent(psychic.id, canary("the text of an event about an unknown psychic"), {
        user_id: 2_000_000_000,
      }),
    ),
  ).toBe(422);
  expect(await webhook({ type: canary("an unknown type") })).toBe(422);
  const stranger = `whsec_${Buffer.from(canary("a stranger's key")).toString("base64")}`;
  expect(await webhook(readingEvent(psychic.id, canary("a text wrongly signed")), stranger)).toBe(
    401,
  );

  await askWithCanaries(boss, psychic.id, canary, ask);

  // `failing-portal.ts` quotes the request in its errors. PostgreSQL logs a text that it gets in
  // place of a number. No real request gets that far, because the portal parses each request first.
  homes.set("sent to a failure: broken SQL", "the database's log");
  expect(failures.length).toBeGreaterThanOrEqual(10);
  for (const how of failures) {
    const body = { how, text: canary(`sent to a failure: ${how}`) };
    const outcome = await ask(boss, "POST", "/api/probe/failures", body, {
      "Idempotency-Key": randomUUID(),
    }).catch(() => "cut off");
    expect([how, outcome]).toEqual([
      how,
      { refusal: 422, conflict: 409, "half an answer": "cut off", job: 200 }[how as string] ?? 500,
    ]);
  }
  const noted = { text: canary("a body kept under a key") };
  expect(
    await ask(boss, "POST", "/api/probe/notes", noted, { "Idempotency-Key": randomUUID() }),
  ).toBe(204);
  const broken = await fetch(`${portal.base}/api/probe/notes`, {
    method: "POST",
    headers: { Cookie: boss.cookie ?? "", Origin: portal.base, "Content-Type": "application/json" },
    body: `{"text": "${canary("a body that is no JSON")}`,
  });
  expect(broken.status).toBe(400);

  // The queue ran the jobs, and they failed.
  await expect
    .poll(() => db.sql("pgboss.job").whereNotNull("output").distinct().pluck("name"), {
      timeout: patient(60_000),
    })
    .toEqual(expect.arrayContaining(["prune", "send-recovery-mail"]));

  // The portal counts a job a moment after the job has failed for good.
  const readMetrics = () => new Page(`http://127.0.0.1:${metricsPort}`).get("/");
  await expect
    .poll(async () => (await readMetrics()).text, { timeout: patient(60_000) })
    .toContain('jobs_total{job="prune",outcome="given_up"} 1');
  const metrics = await readMetrics();
  const { code, output, errors } = await portal.stop();
  expect(code).toBe(0);
  const written = new Map([
    ["the log", output],
    ["the error output", errors],
    ["the metrics", metrics.text],
    ["the database's log", await databaseLog(db.pool)],
    ...(await filesBelow(folder)),
    ...(await tableTexts(db.pool)),
  ]);
  // Without these texts the search below would prove nothing.
  expect(portal.lines().length).toBeGreaterThan(40);
  expect(output).toContain('"route":"/probe/failures"');
  expect(written.get("public.users")).toContain(psychic.username);
  expect(written.get("public.audit_trail")).toContain("password recovered");
  expect(written.get("public.readings")).toContain(good);
  for (const name of [
    "public.idempotency_keys",
    "public.platform_events",
    "pgboss.job",
    "public.sessions",
    "public.rate_limits",
    "public.sent_ledger",
    "public.failed_jobs",
  ]) {
    expect(written.get(name), name).toMatch(/\S/);
  }

  const found = [...canaries].flatMap(([name, secret]) =>
    placesOf(secret, written)
      .filter(({ place }) => homes.get(name) !== place)
      .map(({ place, around }) => `${name} in ${place}: ${around}`),
  );
  expect(found).toEqual([]);
  for (const name of ["an SSN", "a PIN"]) {
    expect(answers.join("\n")).not.toContain(canaries.get(name) ?? "");
  }
  console.log(`${canaries.size} canaries looked for in ${written.size} places`);
});
