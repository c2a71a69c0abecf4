import knex, { type Knex } from "knex";
import { type Browser, type BrowserContext, test as base } from "playwright/test";
import { lettersIn } from "#tests/support/letters.ts";
import { watchForFaults } from "#tests/support/page-watch.ts";
import { patient } from "#tests/support/patience.ts";
import { makeManager, makePsychic } from "#tests/support/people.ts";
import { type Portal, portalVariable } from "./global-setup.ts";
import { shiftPages } from "./page-clock.ts";

export { expect } from "playwright/test";

/** Every end-to-end test may use these. */
interface Fixtures {
  portal: Portal & {
    /** Waits for a letter to this address that contains `about`. Returns the newest in full. */
    letterTo(address: string, about?: string): Promise<string>;
  };
  /** The portal's database, to create users and to check what was saved. */
  sql: Knex;
  /** A manager whom only this test uses. */
  manager: { id: number; username: string; email: string; password: string };
  /** A psychic whom only this test uses. */
  psychic: { id: number; username: string; email: string; password: string };
  /** Signs the page's browser in through the API, as the login screen does. The last call counts. */
  signIn(person: { username: string; password: string }): Promise<void>;
  /**
   * Shifts the clock of a browser's pages, and fails the test for any fault that `watchForFaults`
   * finds in them. Playwright's own browser is set up already. Call this for a browser that a test
   * opens itself.
   */
  setUpBrowser(opened: Browser | BrowserContext): void;
}

export const test = base.extend<Fixtures, { workerSql: Knex; run: Portal }>({
  run: [
    // Playwright requires a destructured parameter, even of a fixture that needs nothing.
    async ({ playwright: _ }, use) => {
      const portalJson = process.env[portalVariable];
      if (!portalJson) throw new Error("The global set-up did not run: there is no portal");
      await use(JSON.parse(portalJson));
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
  setUpBrowser: [
    async ({ browser }, use) => {
      const faults: string[] = [];
      const watchBrowser = (opened: Browser | BrowserContext) => {
        shiftPages(opened);
        watchForFaults(opened, faults);
      };
      browser.on("context", watchBrowser);
      await use(watchBrowser);
      browser.off("context", watchBrowser);
      if (faults.length) throw new Error(faults.join("\n"));
    },
    { auto: true },
  ],
  portal: async ({ run }, use) => {
    await use({
      ...run,
      async letterTo(address, about = "") {
        let found: string | undefined;
        await base.expect
          .poll(
            async () => {
              found = (await lettersIn(run.mailDir, address)).findLast((text) =>
                text.includes(about),
              );
              return found;
            },
            // A job sends the letter, which may take a while on a busy machine.
            { timeout: patient(60_000) },
          )
          .toBeDefined();
        return found as string;
      },
    });
  },
  manager: async ({ sql }, use, info) =>
    use(await makeManager(sql, { username: `manager-${info.testId}` })),
  psychic: async ({ sql }, use, info) =>
    use(await makePsychic(sql, { username: `reader-${info.testId}` })),
  signIn: async ({ page, run }, use) => {
    let calls = 0;
    await use(async ({ username, password }) => {
      const answer = await page.request.post("/api/sessions", {
        data: { username, password },
        headers: { Origin: run.url },
      });
      base.expect(answer.status()).toBe(200);
      const user = JSON.stringify(await answer.json());
      calls += 1;
      // The app stores the sign-in's answer (T1). Each call's script runs with every page load. A
      // note in sessionStorage keeps the script from storing the user again.
      await page.addInitScript(
        ({ note, user }) => {
          if (sessionStorage.getItem(note)) return;
          sessionStorage.setItem(note, "1");
          localStorage.setItem("user", user);
        },
        { note: `signed-in-by-test-${calls}`, user },
      );
    });
  },
});
