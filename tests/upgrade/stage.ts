import { connect } from "#server/db/connection.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { connectTo } from "../support/database.ts";
import { type Account, makeManager, makePsychic, password } from "../support/people.ts";
import {
  dataFolder,
  endProcesses,
  Page,
  type PortalProcess,
  startPortal,
} from "../support/portal-process.ts";
import { earlierRelease } from "./earlier-release.ts";
import { fill } from "./fill.ts";

/** A signed-in person. Requests go to any of the running processes. */
export interface Person extends Account {
  page: Page;
}

export interface Stage {
  databaseUrl: string;
  /** How many readings the history has. */
  readings: number;
  origin: string;
  advisors: Person[];
  managers: Person[];
  /** The addresses of the processes that serve. */
  bases(): string[];
  /** Starts two processes of this release beside those of the earlier one. */
  startLater(): Promise<void>;
  /** Takes the processes of the earlier release out of service, and stops them. */
  stopEarlier(): Promise<void>;
  /** Everything that processes printed as errors. */
  errors(): string;
}

/** Sign-ins at the same time: the server hashes two passwords at once. */
const signInsAtOnce = 4;
const origin = "http://portal.test";

const closers: (() => Promise<void>)[] = [];

export async function closeStage(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Fills a database of the earlier release and starts two of its processes. */
export async function openStage(
  size: { advisors: number; managers: number; readings: number },
  note: (what: string) => void,
): Promise<Stage> {
  const folder = await earlierRelease();
  // The test kills no machine: skip fsync.
  const settings = { fsync: "off", shared_buffers: "512MB", max_wal_size: "4GB" };
  const server = await startEmbedded({ dataDir: await dataFolder(), settings });
  closers.push(endProcesses, server.stop);
  const env = {
    DATABASE_URL: server.url,
    DATA_DIR: await dataFolder(),
    PUBLIC_URL: origin,
    LOG_LEVEL: "warn",
  };
  const all: PortalProcess[] = [];
  const start = async (from?: string) => {
    const process = await startPortal({ env, ...(from && { folder: from }) });
    all.push(process);
    return process;
  };
  const earlier = [await start(folder)];
  note("a process of the earlier release has made the database");
  const accounts = await makeAccounts(server.url, size);
  const client = await connectTo(server.url);
  const ids = accounts.advisors.map(({ id }) => id);
  await fill(client, ids, size.readings, (done) => note(`${done} readings of history`));
  await client.end();
  earlier.push(await start(folder));
  let serving = earlier;
  let turn = 0;
  const nextBase = () => serving[turn++ % serving.length]?.base ?? "";
  const signIn = async (account: Account): Promise<Person> => {
    const page = new Page(nextBase, origin);
    await page.signIn(account.username, password);
    return { ...account, page };
  };
  const signInAll = async (some: Account[]) => {
    const people: Person[] = [];
    for (let place = 0; place < some.length; place += signInsAtOnce) {
      people.push(...(await Promise.all(some.slice(place, place + signInsAtOnce).map(signIn))));
    }
    return people;
  };
  return {
    databaseUrl: server.url,
    readings: size.readings,
    origin,
    managers: await signInAll(accounts.managers),
    advisors: await signInAll(accounts.advisors),
    bases: () => serving.map(({ base }) => base),
    async startLater() {
      const later = [await start(), await start()];
      serving = [...earlier, ...later];
    },
    async stopEarlier() {
      serving = serving.filter((process) => !earlier.includes(process));
      await Promise.all(earlier.map((process) => process.stop()));
    },
    errors: () => all.map((process) => process.errors()).join(""),
  };
}

async function makeAccounts(url: string, size: { advisors: number; managers: number }) {
  const { sql, close } = connect(url, { onError: () => {}, poolSize: 1 });
  const managers: Account[] = [];
  for (let count = 0; count < size.managers; count += 1) managers.push(await makeManager(sql));
  const advisors: Account[] = [];
  for (let count = 0; count < size.advisors; count += 1) {
    const { id = 0 } = managers[count % managers.length] ?? {};
    advisors.push(await makePsychic(sql, { manager_id: id }));
  }
  await close();
  return { managers, advisors };
}
