import { setTimeout as pause } from "node:timers/promises";
import type { Knex } from "knex";
import { connect } from "#server/db/connection.ts";
import { connectTo } from "../support/database.ts";
import { DatabaseProxy } from "../support/database-proxy.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  type PortalProcess,
  startPortal,
} from "../support/portal-process.ts";
import { setStandbys, standbyName, untilSynchronous } from "../support/standby.ts";
import { openTwoDatabases, type TestServer } from "../support/two-databases.ts";

/** A signed-in person, whose requests go to one process. */
export interface Person extends Account {
  page: Page;
}

/** Two databases, a proxy in front of them, two processes of the portal, and people. */
export interface Stage {
  primary: TestServer;
  replica: TestServer;
  proxy: DatabaseProxy;
  processes: PortalProcess[];
  advisors: Person[];
  managers: Person[];
  /** How many processes have ended. */
  ended(): number;
  /** Lets the promoted replica commit without a replica of its own. */
  acceptAlone(): Promise<void>;
}

/** Sign-ins at the same time: the server hashes two passwords at once. */
const signInsAtOnce = 4;
/** A busy machine may connect to its database too slowly. */
const triesAtMost = 20;

const closers: (() => Promise<void>)[] = [];

/** Ends what `openStage` has started, even if it is not ready yet. */
export async function closeStage(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

export async function openStage(size: { advisors: number; managers: number }): Promise<Stage> {
  const accounts: { advisors: Account[]; managers: Account[] } = { advisors: [], managers: [] };
  const servers = await openTwoDatabases(async (url) => {
    const { sql, close } = connect(url, { onError: () => {}, poolSize: 1 });
    await untilConnected(sql);
    Object.assign(accounts, await makeAccounts(sql, size));
    await close();
  });
  closers.push(endProcesses, servers.close);
  for (const { url } of [servers.primary, servers.replica]) await setStandbys(url, standbyName);
  await untilSynchronous(servers.primary.url);
  const proxy = new DatabaseProxy(servers.primary.port);
  closers.push(async () => proxy.close());
  const databaseUrl = new URL(servers.primary.url);
  databaseUrl.port = String(await proxy.open());
  const env = {
    DATABASE_URL: databaseUrl.href,
    DATABASE_READ_URL: servers.replica.url,
    DATA_DIR: await dataFolder(),
    LOG_LEVEL: "warn",
  };
  const processes: PortalProcess[] = [];
  let ended = 0;
  for (let count = 0; count < 2; count += 1) {
    const process = await startPortal({ env });
    processes.push(process);
    void process.ended.then(() => {
      ended += 1;
    });
    closers.push(async () => {
      process.kill("SIGKILL");
      await process.ended;
    });
  }
  const signIn = async (account: Account, place: number): Promise<Person> => {
    const page = new Page(processes[place % processes.length]?.base ?? "");
    for (let tries = 0; page.cookie === undefined; tries += 1) {
      await page.signIn(account.username, password).catch((error) => {
        if (tries === triesAtMost) throw error;
      });
    }
    return { ...account, page };
  };
  const signInAll = async (all: Account[]) => {
    const people: Person[] = [];
    for (let start = 0; start < all.length; start += signInsAtOnce) {
      const some = all.slice(start, start + signInsAtOnce);
      people.push(...(await Promise.all(some.map((one, index) => signIn(one, start + index)))));
    }
    return people;
  };
  return {
    primary: servers.primary,
    replica: servers.replica,
    proxy,
    processes,
    managers: await signInAll(accounts.managers),
    advisors: await signInAll(accounts.advisors),
    ended: () => ended,
    acceptAlone: () => setStandbys(servers.replica.url, ""),
  };
}

async function untilConnected(sql: Knex): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const error = await sql.raw("select 1").then(
      () => null,
      (reason) => reason,
    );
    if (!error) return;
    if (tries === triesAtMost) throw error;
    await pause(100);
  }
}

async function makeAccounts(sql: Knex, size: { advisors: number; managers: number }) {
  const managers: Account[] = [];
  for (let count = 0; count < size.managers; count += 1) managers.push(await makeManager(sql));
  const advisors: Account[] = [];
  for (let count = 0; count < size.advisors; count += 1) {
    const { id = 0 } = managers[count % managers.length] ?? {};
    advisors.push(await makePsychic(sql, { manager_id: id }));
  }
  return { advisors, managers };
}

/** How many connections of the queue listen on the new primary, after at most `patience` ms. */
export async function untilListening(stage: Stage, patience: number): Promise<number> {
  const client = await connectTo(stage.replica.url);
  const deadline = performance.now() + patience;
  let count = 0;
  while (count < stage.processes.length && performance.now() < deadline) {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity
        where application_name like 'portal-jobs%' and query ~ 'LISTEN|pg_listening_channels'`,
    );
    count = rows[0].n;
    await pause(100);
  }
  await client.end();
  return count;
}

/** Asks for a recovery letter. @returns the seconds until its job has begun. */
export async function queuePickUp(stage: Stage): Promise<number> {
  const client = await connectTo(stage.replica.url);
  const [manager] = stage.managers;
  const began = performance.now();
  const asked = await manager?.page.send("POST", "/api/profile/forgot_password", {
    email: manager.email,
  });
  if (asked?.status !== 204) throw new Error(`No recovery mail: ${asked?.status} ${asked?.text}`);
  for (;;) {
    const found = await client.query(
      `select from pgboss.job where name = 'send-recovery-mail' and state not in ('created', 'retry')`,
    );
    if (found.rowCount) break;
    await pause(20);
  }
  await client.end();
  return (performance.now() - began) / 1000;
}
