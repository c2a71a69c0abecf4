import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { smtpMailer } from "#server/adapters/mailer.ts";
import { connect } from "#server/db/connection.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { createTestDatabase } from "../support/database.ts";
import { openMailReceiver } from "../support/mail-receiver.ts";
import { patient } from "../support/patience.ts";
import { makePsychic, password } from "../support/people.ts";
import { endProcesses, Page, startPortal } from "../support/portal-process.ts";

afterAll(endProcesses);

const noop = () => {};
const silentLog = { debug: noop, info: noop, warn: noop, error: noop, flush: noop };

test("a mail server that hangs delays no request and no stop", async () => {
  const database = await createTestDatabase();
  const mailServer = await openMailReceiver({ hangs: true });
  const { sql, close } = connect(database.url, { onError: noop, poolSize: 2 });
  const psychic = await makePsychic(sql);
  const now = new Date();
  // One job takes at most 100 notifications at a time, so two jobs send letters.
  await sql("notifications").insert(
    Array.from({ length: 110 }, (_, n) => ({
      user_id: psychic.id,
      kind: "decided",
      decision: "Approved",
      subject: `decided:${n}`,
      created_at: now,
      due_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })),
  );
  const jobs = createJobs(database.url, silentLog);
  await jobs.start({} as Services, [], { work: false });
  const portal = await startPortal({
    env: { DATABASE_URL: database.url, SMTP_URL: mailServer.url },
  });
  await jobs.send("notify", {});
  await jobs.send("remind", {});
  await jobs.send("send-recovery-mail", { email: psychic.email, brand: "cos" });
  await jobs.send("send-welcome-mail", { userId: psychic.id });
  await jobs.stop();
  await expect
    .poll(() => mailServer.underWay(), { timeout: patient(60_000), interval: 20 })
    .toBe(10);

  const page = new Page(portal.base);
  await page.signIn(psychic.username, password);
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const began = performance.now();
      const { status } = await page.get(`/api/psychics/${psychic.id}`);
      return { status, seconds: (performance.now() - began) / 1000 };
    }),
  );
  for (const { status, seconds } of answers) {
    expect(status).toBe(200);
    // A request that waited for the mail server would take its timeout, 15 seconds.
    expect(seconds).toBeLessThan(patient(5));
  }
  expect(mailServer.underWay()).toBe(10);

  // A stop takes `stopTimes.notice` plus the timeout of the letters.
  const began = performance.now();
  expect(await portal.stop()).toMatchObject({ code: 0, errors: "" });
  expect((performance.now() - began) / 1000).toBeLessThan(patient(35));
  // The letters still count as unsent, so the next process sends them.
  expect(await sql("sent_ledger")).toEqual([]);
  expect(await sql("notifications").whereNotNull("ended_at")).toEqual([]);
  await close();
  await mailServer.close();
  await database.drop();
});

test("a mail server that answers slowly delays a letter no longer than the timeout", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    const drip = setInterval(() => socket.write("220-still here\r\n"), 20);
    socket.on("error", noop).on("close", () => clearInterval(drip));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const letter = { from: "a@people.example", to: "b@people.example", subject: "x", text: "x" };
  const began = performance.now();
  await expect(
    smtpMailer(`smtp://127.0.0.1:${port}`, 500).send({ ...letter, id: "one" }),
  ).rejects.toThrow();
  expect((performance.now() - began) / 1000).toBeLessThan(patient(2));
  // The connection is closed, so that no letter goes out after the ledger counts it as failed.
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  server.close();
});
