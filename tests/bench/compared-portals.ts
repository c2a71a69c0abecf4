import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import knex, { type Knex } from "knex";
import { type Browser, chromium } from "playwright";
import startPortal, { type Portal, portalVariable } from "../e2e/support/global-setup.ts";

/** A portal that a bench measures. */
export interface Side {
  /** `here`, or `there` for the other checkout. */
  name: string;
  portal: Portal;
}

/**
 * Opens a browser and a portal for a bench, and closes both after `work`.
 * @param against the folder of another checkout with a built web app: its portal is the second side,
 *   so that one run compares the two on the same machine in the same state.
 * @param prepare changes each portal's data before anybody visits it.
 */
export async function withPortals(
  against: string | undefined,
  work: (browser: Browser, sides: readonly Side[]) => Promise<void>,
  prepare?: (sql: Knex) => Promise<void>,
): Promise<void> {
  const sides: Side[] = [];
  const ends: (() => Promise<unknown>)[] = [];
  const open = async (name: string, start: typeof startPortal) => {
    ends.unshift(await start());
    const portal: Portal = JSON.parse(process.env[portalVariable] ?? "");
    sides.push({ name, portal });
    if (!prepare) return;
    const sql = knex({ client: "pg", connection: portal.databaseUrl, pool: { min: 0, max: 2 } });
    await prepare(sql).finally(() => sql.destroy());
  };
  try {
    await open("here", startPortal);
    if (against) {
      const file = join(resolve(against), "tests/e2e/support/global-setup.ts");
      const other: { default: typeof startPortal } = await import(pathToFileURL(file).href);
      await open("there", other.default);
    }
    const browser = await chromium.launch({
      args: ["--no-sandbox"],
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    });
    ends.unshift(() => browser.close());
    await work(browser, sides);
  } finally {
    for (const end of ends) await end();
  }
}
