import { expect, test } from "#tests/e2e/support/server.ts";
import { faults } from "#tests/faults/faults.ts";
import { type House, openHouse } from "#tests/faults/house.ts";
import { isClean } from "#tests/faults/table.ts";

// Six operations of each fault: with fewer, the two phones that change one schedule would have no
// day in common. `npm run test:faults` does 200 with a new seed each time.
const amount = 6;
const seed = 20;

test.use({ serviceWorkers: "allow" });

let house: House;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  house = await openHouse(seed);
});
test.afterAll(() => house.close());

for (const { name, run } of faults) {
  test(`D40: an edit on a phone survives: ${name}`, async ({ setUpBrowser }) => {
    setUpBrowser(house.browser);
    const result = await run(house, amount);
    expect(isClean(result, amount), JSON.stringify(result)).toBe(true);
  });
}
