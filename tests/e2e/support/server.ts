import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import knex, { type Knex } from "knex";
import { type Browser, type BrowserContext, test as base } from "playwright/test";
import { watch } from "#tests/support/page-watch.ts";
import { patient } from "#tests/support/patience.ts";
import { makeManager, makePsychic } from "#tests/support/people.ts";
import { type Portal, portalVariable } from "./global-setup.ts";
import { shiftPages } from "./page-clock.ts";

export { expect } from "playwright/test";

/** Every end-to-end test may use these. */
interface Fixtures {
  portal: Portal & {
    /** The whole text of the newest letter to this address, with `about`; polls until there is one. */
    letterTo(address: string, about?: string): Promise<string>;
  };
  /** The portal's database, for making people and for looking at what landed. */
  sql: Knex;
  /** A manager of this test's own. */
  manager: { id: number; username: string; email: string; password: string };
  /** A psychic of this test's own. */
  psychic: { id: number; username: string; email: string; password: string };
  /** Signs the page's browser in by request, as the login screen does. */
  signIn(person: { username: string; password: string }): Promise<void>;
  /**
   * Every page of Playwright's own browser follows the clock of the run, is watched, and fails its
   * test by what none may do. A test that opens a browser of its own hands it in here.
   */
  alsoWatch(own: Browser | BrowserContext): void;
}

export const test = base.extend<Fixtures, { workerSql: Knex; run: Portal }>({
  run: [
    // Playwright reads from the pattern what a fixture needs; this one needs nothing.
    async ({ playwright: _ }, use) => {
      const told = process.env[portalVariable];
      if (!told) throw new Error("The global set-up did not run: there is no portal");
      await use(JSON.parse(told));
    },
    { scope: "worker" },
  ],
  workerSql: [
    async ({ run }, use) => {
      const sql = knex({ client: "pg", connection: run.databaseUrl, pool: { min: 0, max: 2 } });
      await use(sql);
      await sql.destroy();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ run }, use) => use(run.url),
  sql: async ({ workerSql }, use) => use(workerSql),
  alsoWatch: [
    async ({ browser }, use) => {
      const faults: string[] = [];
      const note = (own: Browser | BrowserContext) => {
        shiftPages(own);
        watch(own, faults);
      };
      browser.on("context", note);
      await use(note);
      browser.off("context", note);
      if (faults.length) throw new Error(faults.join("\n"));
    },
    { auto: true },
  ],
  portal: async ({ run }, use) => {
    const letters = async (address: string) => {
      const names = await readdir(run.mailDir).catch(() => []);
      const texts = await Promise.all(
        names
          .filter((name) => name.endsWith(".eml"))
          .map((name) => readFile(join(run.mailDir, name), "utf8")),
      );
      return texts.filter((text) => text.includes(`To: ${address}`));
    };
    await use({
      ...run,
      async letterTo(address, about = "") {
        let found: string | undefined;
        await base.expect
          .poll(
            async () => {
              found = (await letters(address)).findLast((text) => text.includes(about));
              return found;
            },
            // A job sends it: on a busy machine its turn may be a while away.
            { timeout: patient(20_000) },
          )
          .toBeDefined();
        return found as string;
      },
    });
  },
  manager: async ({ sql }, use, info) =>
    use(await makeManager(sql, { username: `boss-${info.testId}` })),
  psychic: async ({ sql }, use, info) =>
    use(await makePsychic(sql, { username: `reader-${info.testId}` })),
  signIn: async ({ page, run }, use) => {
    await use(async ({ username, password }) => {
      const answer = await page.request.post("/api/sessions", {
        data: { username, password },
        headers: { Origin: run.url },
      });
      base.expect(answer.status()).toBe(200);
      const session = await answer.json();
      // The app keeps what the sign-in answered (T1).
      await page.addInitScript((stored) => {
        if (!sessionStorage.getItem("signed-in-by-test")) {
          sessionStorage.setItem("signed-in-by-test", "1");
          localStorage.setItem("user", stored);
        }
      }, JSON.stringify(session));
    });
  },
});
