// Measures the portal while a crowd applies at once: 1,000 people and 100 bots, each from an
// address of its own. At the same time somebody reads a page and a psychic's phone polls its
// status.
//
//   node scripts/launch.mjs run tests/bench/applications.ts [COUNT, default 1000]
//
// It first solves the bot checks, which takes some minutes. It prints how many applications were
// stored and refused, and how long the page and the poll took beside the crowd. It gates nothing.
// It runs only on Linux, where every address of 127.0.0.0/8 is this machine.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Challenge } from "altcha-lib";
import type { Knex } from "knex";
import { connect } from "#server/db/connection.ts";
import { solveBotCheck } from "../support/bot-check.ts";
import { makePsychic, password } from "../support/people.ts";
import type { PortalProcess } from "../support/portal-process.ts";
import { withPortal } from "./bench-portal.ts";
import { median } from "./load.ts";

const count = Number(process.argv[2] ?? 1000);
const bots = Math.ceil(count / 10);

interface Visitor {
  address: string;
  email: string;
  altcha: string;
}

const addressOf = (place: number) =>
  `127.${1 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}`;

async function answers(portal: PortalProcess): Promise<string[]> {
  const one = async () => {
    const challenge = (await (await fetch(`${portal.base}/api/bot_check`)).json()) as Challenge;
    return solveBotCheck(challenge);
  };
  const solved: string[] = [];
  while (solved.length < count) {
    const some = Math.min(4, count - solved.length);
    solved.push(...(await Promise.all(Array.from({ length: some }, one))));
  }
  return solved;
}

function apply(portal: PortalProcess, { address, email, altcha }: Visitor): Promise<number> {
  const contact = { name: "Jordan Applicant", email, phone: "2125550100", method: "P" };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${portal.base}/api/contacts`,
      {
        method: "POST",
        localAddress: address,
        agent: new Agent({ keepAlive: false }),
        headers: { "Content-Type": "application/json", Origin: portal.base },
      },
      (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0)),
    );
    sent.on("error", reject).end(JSON.stringify({ contact, altcha }));
  });
}

/** Polls the status of a psychic in a thread, as the psychic's phone does. */
async function pollOf(portal: PortalProcess, sql: Knex) {
  const { id, username } = await makePsychic(sql);
  const answer = await fetch(`${portal.base}/api/sessions`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: portal.base },
    body: JSON.stringify({ username, password }),
  });
  await answer.text();
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("sid=")) ?? "";
  const headers = { Cookie: cookie.slice(0, cookie.indexOf(";")) };
  return new Worker(new URL("./poll.ts", import.meta.url), {
    workerData: { url: `${portal.base}/api/psychics/${id}/status`, headers },
  });
}

async function timesOf(poll: Worker): Promise<number[]> {
  poll.postMessage("report");
  const [times] = await once(poll, "message");
  return times;
}

const spread = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const late = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
  const figures = `${median(times).toFixed(1)} ms, 95th percentile ${late.toFixed(1)} ms`;
  return `${figures} (${times.length} polls)`;
};

await withPortal({ env: { TRUST_PROXY: "0", LOG_LEVEL: "info" } }, async (portal, databaseUrl) => {
  const { sql, close } = connect(databaseUrl, { onError: () => {}, poolSize: 2 });
  const polls = {
    "the apply page": new Worker(new URL("./poll.ts", import.meta.url), {
      workerData: { url: `${portal.base}/cos/apply`, headers: {} },
    }),
    "a status poll": await pollOf(portal, sql),
  };
  console.log(`solving ${count} bot checks…`);
  const solved = await answers(portal);
  const people = solved.map((altcha, i) => ({
    address: addressOf(i + 2),
    email: `jordan-${i}@visitors.example`,
    altcha,
  }));
  const crowd: Visitor[] = [
    ...people,
    // Half of the bots send an invented answer, half send a person's answer a second time.
    ...Array.from({ length: bots }, (_, i) => ({
      address: addressOf(count + i + 2),
      email: "bot@bots.example",
      altcha: i % 2 ? "none" : (solved[i] ?? ""),
    })),
  ];

  for (const poll of Object.values(polls)) await timesOf(poll);
  await pause(5000);
  const usual: Record<string, number[]> = {};
  for (const [name, poll] of Object.entries(polls)) usual[name] = await timesOf(poll);

  const began = performance.now();
  const statuses = await Promise.all(crowd.map((visitor) => apply(portal, visitor)));
  const seconds = (performance.now() - began) / 1000;

  for (const [name, poll] of Object.entries(polls)) {
    const beside = await timesOf(poll);
    const ratio = median(beside) / median(usual[name] ?? []);
    console.log(
      `${name}: usually ${spread(usual[name] ?? [])}; beside the crowd ${spread(beside)}`,
    );
    console.log(`  ${ratio.toFixed(2)} times the usual median (aim: at most 2)`);
    await poll.terminate();
  }
  const by = new Map<number, number>();
  for (const status of statuses) by.set(status, (by.get(status) ?? 0) + 1);
  const tally = [...by].map(([status, times]) => `${times} × ${status}`).join(", ");
  console.log(`${crowd.length} applications in ${seconds.toFixed(1)} s: ${tally}`);
  const [stored] = await sql("contacts").count({ all: "*" }).countDistinct({ people: "email" });
  const [mail] = await sql("pgboss.job").where({ name: "send-contact-mail" }).count({ jobs: "*" });
  console.log(
    `stored ${stored?.all} applications of ${stored?.people} people; ` +
      `${count} people applied; ${mail?.jobs} mail jobs`,
  );
  await close();
});
