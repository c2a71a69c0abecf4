import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Knex } from "knex";
import type pg from "pg";
import { connect } from "#server/db/connection.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { refreshStatistics } from "#server/features/statistics/refresh.ts";
import { connectTo } from "../support/database.ts";
import { openMailReceiver } from "../support/mail-receiver.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
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
  startPortal,
} from "../support/portal-process.ts";
import { freeze } from "../support/postgres-processes.ts";
import { openPushService, type PushService } from "../support/push-service.ts";
import { openTwoDatabases, type TestServer } from "../support/two-databases.ts";
import { openAlone } from "./alone.ts";

/** A signed-in person, whose requests go to one process. */
export interface Person extends Account {
  page: Page;
}

/** A process of the portal that can be started again at the same ports. */
export interface StagedProcess {
  /** The `instance` of its alerts. */
  name: string;
  base: string;
  metrics: string;
  pid(): number;
  stop(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
}

/**
 * `first` and `second` share a primary, a replica, a folder, a mail server, a platform and a push
 * service. `third` has a database and a small disk of its own, and every optional feature is off.
 */
export interface Stage {
  primary: TestServer;
  replica: TestServer;
  processes: { first: StagedProcess; second: StagedProcess; third: StagedProcess };
  thirdsFolder: string;
  /** `thirdsFolder` if it is a small disk; null if this user cannot mount one. */
  smallDisk: string | null;
  freezeThirdsDatabase(): () => void;
  mail: { isRefusing: boolean };
  platform: PlatformReceiver;
  push: PushService;
  advisors: Person[];
  managers: Person[];
  /** On the primary, for faults. */
  sql: pg.Client;
}

/** The stage has one more psychic, the last one, who is not part of the load. */
export const advisorsInLoad = 12;
const managersInLoad = 2;
const smallDiskSize = "128m";

const closers: (() => Promise<unknown> | unknown)[] = [];

/** Ends what `openStage` has started, even if it is not ready yet. */
export async function closeStage(): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      console.error(error);
    }
  }
}

/** A frozen server cannot stop, so closing the stage thaws it first. */
function thawAtEnd(thaw: () => void): () => void {
  closers.push(thaw);
  return thaw;
}

export async function openStage(): Promise<Stage> {
  const accounts: { advisors: Account[]; managers: Account[] } = { advisors: [], managers: [] };
  closers.push(endProcesses);
  const servers = await openTwoDatabases(async (url) => {
    const { sql, pool, close } = connect(url, { onError: () => {}, poolSize: 1 });
    try {
      Object.assign(accounts, await makeAccounts(sql));
      await refreshStatistics(pool, new Date());
    } finally {
      await close();
    }
  });
  closers.push(servers.close);
  const alone = await openAlone();
  closers.push(alone.close);
  const mail = { isRefusing: false };
  const mailServer = await openMailReceiver({ refuses: () => mail.isRefusing });
  closers.push(mailServer.close);
  const platform = await openReceiver();
  closers.push(platform.close);
  const push = await openPushService();
  closers.push(push.close);
  const [sharedFolder, thirdsFolder] = [await dataFolder(), await dataFolder()];
  const smallDisk = (await mountSmallDisk(thirdsFolder)) ? thirdsFolder : null;

  const whole = {
    DATABASE_URL: servers.primary.url,
    DATABASE_READ_URL: servers.replica.url,
    DATA_DIR: sharedFolder,
    SMTP_URL: mailServer.url,
    PLATFORM_WEBHOOK_URL: platform.url,
    PLATFORM_WEBHOOK_SECRET: platformSecret,
    PUSH_HOSTS: push.host,
  };
  const processes = {
    first: await stagedProcess("first", whole),
    second: await stagedProcess("second", whole),
    third: await stagedProcess("third", { DATABASE_URL: alone.url, DATA_DIR: thirdsFolder }),
  };
  const bases = [processes.first.base, processes.second.base];
  const signIn = async (account: Account, place: number): Promise<Person> => {
    const page = new Page(bases[place % bases.length] ?? "");
    await page.signIn(account.username, password);
    return { ...account, page };
  };
  const advisors: Person[] = [];
  const managers: Person[] = [];
  for (const [place, one] of accounts.advisors.entries()) advisors.push(await signIn(one, place));
  for (const [place, one] of accounts.managers.entries()) managers.push(await signIn(one, place));
  for (const { id, page } of advisors) {
    const body = push.subscribe(`device-${id}`);
    const { status, text } = await page.send("POST", "/api/push/subscriptions", body);
    if (status !== 201) throw new Error(`No subscription: ${status} ${text}`);
  }
  const sql = await connectTo(servers.primary.url);
  closers.push(() => sql.end());
  return {
    primary: servers.primary,
    replica: { ...servers.replica, freeze: () => thawAtEnd(servers.replica.freeze()) },
    ...{ processes, thirdsFolder, smallDisk, mail, platform, push, advisors, managers, sql },
    freezeThirdsDatabase: () => thawAtEnd(freeze(alone.folder)),
  };
}

async function makeAccounts(sql: Knex) {
  const managers: Account[] = [];
  for (let count = 0; count < managersInLoad; count += 1) managers.push(await makeManager(sql));
  const advisors: Account[] = [];
  for (let count = 0; count <= advisorsInLoad; count += 1) {
    const { id = 0 } = managers[count % managers.length] ?? {};
    advisors.push(await makePsychic(sql, { manager_id: id }));
  }
  return { advisors, managers };
}

async function stagedProcess(name: string, settings: Record<string, string>) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    ...settings,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: "error",
  };
  let running: PortalProcess | undefined;
  const staged: StagedProcess = {
    name,
    base: `http://127.0.0.1:${port}`,
    metrics: `127.0.0.1:${metricsPort}`,
    pid: () => running?.pid ?? 0,
    async stop(signal) {
      running?.kill(signal);
      await running?.ended;
    },
    async start() {
      running = await startPortal({ env });
    },
  };
  closers.push(() => staged.stop("SIGKILL"));
  await staged.start();
  return staged;
}

/** @returns whether the folder is a small disk in memory now, which only root can make. */
async function mountSmallDisk(folder: string): Promise<boolean> {
  const umount = () => promisify(execFile)("umount", ["--lazy", folder]);
  // Register this first, because a signal may arrive during the mount. Unmounting does no harm if
  // nothing is mounted.
  closers.push(() => umount().catch(() => {}));
  const args = ["-t", "tmpfs", "-o", `size=${smallDiskSize}`, "tmpfs", folder];
  const isMounted = await promisify(execFile)("mount", args).then(
    () => true,
    () => false,
  );
  await mkdir(join(folder, "files"), { recursive: true });
  return isMounted;
}
