import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#server/db/connection.ts";
import { Balancer } from "../support/balancer.ts";
import { connectTo, createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Account, makePsychic, password } from "../support/people.ts";
import { endProcesses, Page, startPortal } from "../support/portal-process.ts";

let database: TestDatabase;
let observer: pg.Client;
let psychic: Account;

beforeAll(async () => {
  database = await createTestDatabase();
  observer = await connectTo(database.url);
  const { sql, close } = connect(database.url, { onError: () => {}, poolSize: 1 });
  psychic = await makePsychic(sql);
  await close();
});
afterAll(async () => {
  await endProcesses();
  await observer.end();
  await database.drop();
});

test("replacing two processes five times under load fails none of 5,000 requests", async () => {
  const origin = "http://portal.test";
  const balancer = new Balancer();
  const replacement = async () => {
    const added = await startPortal({ env: { DATABASE_URL: database.url, PUBLIC_URL: origin } });
    await balancer.add(added);
    return added;
  };
  let processes = [await replacement(), await replacement()];
  const page = new Page(processes[0]?.base ?? "", origin);
  await page.signIn(psychic.username, password);
  const Cookie = page.cookie ?? "";

  let letters = 0;
  const write = (path: string, body: object, address: number) =>
    balancer.send({
      method: "POST",
      path: `/api/${path}`,
      headers: {
        Origin: origin,
        "Content-Type": "application/json",
        "X-Forwarded-For": `10.0.${address >> 8}.${address & 255}`,
      },
      body: JSON.stringify(body),
    });
  const read = (path: string) => balancer.send({ path, headers: { Cookie } });
  const kinds = {
    poll: () => read(`/api/psychics/${psychic.id}/status`),
    session: () => read("/api/sessions/0"),
    psychic: () => read(`/api/psychics/${psychic.id}`),
    page: () => read("/cos"),
    "sign-in": () => write("sessions", { username: psychic.username, password }, 0),
    letter: () => {
      letters += 1;
      const email = `rolling-${letters}@people.example`;
      return write("profile/forgot_password", { email }, letters);
    },
  };
  const rare = ["session", "letter", "psychic", "session", "page", "sign-in"] as const;

  const answers = new Map<string, number>();
  let count = 0;
  let isRolling = true;
  const load = Array.from({ length: 8 }, async () => {
    while (isRolling || count < 5_000) {
      // As on a working day, three of four requests are a phone's poll.
      const kind = rare[(count / 4) % rare.length] ?? "poll";
      count += 1;
      const outcome = await kinds[kind]().catch((error: Error) => error.message);
      const answer = `${kind} ${outcome}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      await pause(10);
    }
  });

  const exits: Promise<unknown>[] = [];
  for (let round = 0; round < 5; round++) {
    for (const leaving of processes) {
      // As an orchestrator does: start the new process before stopping the old one.
      const added = await replacement();
      processes = [...processes.filter((one) => one !== leaving), added];
      exits.push(leaving.stop().finally(() => balancer.remove(leaving)));
    }
  }
  for (const exit of await Promise.all(exits)) expect(exit).toMatchObject({ code: 0, errors: "" });
  isRolling = false;
  await Promise.all(load);
  for (const one of processes) {
    balancer.remove(one);
    one.kill("SIGKILL");
    await one.ended;
  }

  const { rows } = await observer.query(
    "select count(*)::int as n from pgboss.job where name = 'send-recovery-mail'",
  );
  console.log(
    `${count} requests over ${balancer.connections} connections through 10 replacements: ` +
      [...answers].map(([answer, n]) => `${answer}: ${n}`).join(", "),
  );
  expect([...answers.keys()].filter((answer) => !/ 20[04]$/.test(answer))).toEqual([]);
  expect(balancer.requests).toBeGreaterThanOrEqual(5_000);
  expect(balancer.connections).toBeLessThan(balancer.requests / 20);
  // Each answered request for a letter enqueued exactly one job.
  expect(rows[0].n).toBe(letters);
});
