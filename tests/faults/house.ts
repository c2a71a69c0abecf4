import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { type Browser, type BrowserContext, chromium } from "playwright";
import { connect } from "#server/db/connection.ts";
import { clusterIn } from "#server/db/embedded/cluster.ts";
import { freePort } from "#server/db/embedded/free-port.ts";
import { findPostmaster, untilStopped } from "#server/db/embedded/postmaster.ts";
import { type Embedded, startEmbedded } from "#server/db/embedded.ts";
import { chanceOf } from "../support/chance.ts";
import { wholeChromium } from "../support/chromium.ts";
import { giveClock } from "../support/database.ts";
import { endProcesses, type PortalProcess, startPortal } from "../support/portal-process.ts";
import { BadNetwork } from "./bad-network.ts";

/** A portal in which everything can fail: its processes, its database and its network. */
export interface House {
  chance: () => number;
  network: BadNetwork;
  browser: Browser;
  /** Phones that have the app and that no test is using. */
  idlePhones: BrowserContext[];
  /** The portal's address for browsers. It leads through the bad network. */
  url: string;
  sql: Knex;
  killPortal(): Promise<void>;
  startPortal(): Promise<void>;
  killDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Removes the rate limits of writes and reports. Refuses a `share` of the reports (0 to 1), each
 * with a wait of a second. Makes the server fail on a report that begins with "Poisoned".
 */
const triggers = `
  create table fault_limits (share double precision not null);
  insert into fault_limits values (0);
  create function limit_by_chance() returns trigger language plpgsql as $$
  begin
    -- A test saves faster than a person does, so it must not reach this limit.
    if new.key like 'writes:%' then new.points := 1; end if;
    if new.key not like 'problems:%' then return new; end if;
    if random() < (select share from fault_limits) then
      new.points := 1000;
      new.expire := extract(epoch from clock_timestamp()) * 1000 + 1000;
    else
      new.points := 1;
    end if;
    return new;
  end $$;
  create trigger limit_by_chance before insert or update on rate_limits
    for each row execute function limit_by_chance();
  create function fail_when_poisoned() returns trigger language plpgsql as $$
  begin
    if new.details like 'Poisoned%' then raise exception 'poisoned'; end if;
    return new;
  end $$;
  create trigger fail_when_poisoned before insert on problems
    for each row execute function fail_when_poisoned();`;

export async function openHouse(seed: number): Promise<House> {
  const chance = chanceOf(seed);
  const folder = await mkdtemp(join(tmpdir(), "portal-faults-"));
  let server: Embedded | undefined;
  const port = await freePort();
  let portal: PortalProcess | undefined;
  const network = new BadNetwork(chance, () => port);
  const url = await network.open();

  const startDatabase = async () => {
    // The tests kill processes, never the machine: skip fsync.
    const settings = { fsync: "off" };
    server = await startEmbedded({ dataDir: join(folder, "database"), settings });
  };
  const databaseUrl = () => server?.url ?? "";
  const start = async () => {
    const env = { DATABASE_URL: databaseUrl(), DATA_DIR: join(folder, "portal") };
    portal = await startPortal({
      env: { ...env, PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: "error" },
    });
  };
  await startDatabase();
  await giveClock(databaseUrl());
  await start();
  const { sql, close } = connect(databaseUrl(), { onError: () => {}, poolSize: 2 });
  await sql.raw(triggers);
  const browser = await chromium.launch(wholeChromium);
  return {
    chance,
    network,
    browser,
    idlePhones: [],
    url,
    sql,
    async killPortal() {
      portal?.kill("SIGKILL");
      await portal?.ended;
    },
    startPortal: start,
    async killDatabase() {
      const found = findPostmaster(clusterIn(join(folder, "database")).data);
      if (!found) return;
      process.kill(found.pid, "SIGKILL");
      await untilStopped(found);
      await server?.stop();
    },
    startDatabase,
    async close() {
      await browser.close();
      network.close();
      portal?.kill("SIGKILL");
      await portal?.ended;
      await close();
      await server?.stop();
      await endProcesses();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
