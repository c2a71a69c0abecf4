// `npm run test:faults` runs every fault that an edit on a phone must survive, each with a given
// number of edits. --seed repeats a run's random choices. Arguments select the faults whose names
// contain any of them.
import { readOptions } from "../support/run-options.ts";
import { faults } from "./faults.ts";
import { openHouse } from "./house.ts";
import { isClean, tableOf } from "./table.ts";

const { values, positionals } = readOptions(
  "Usage: npm run test:faults -- [--seed=NUMBER] [--operations=NUMBER] [WORDS…]",
  {
    options: { seed: { type: "string" }, operations: { type: "string", default: "200" } },
    allowPositionals: true,
  },
);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const amount = Number(values.operations);
const wanted = faults.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);
const say = (line: string) => process.stdout.write(`${line}\n`);

say(`Seed ${seed}, ${amount} operations a fault\n`);
const house = await openHouse(seed);
let isAllClean = wanted.length > 0;
try {
  say(tableOf.head);
  for (const fault of wanted) {
    const began = performance.now();
    const result = await fault.run(house, amount);
    say(tableOf.row(fault.name, result, (performance.now() - began) / 1000));
    isAllClean &&= isClean(result, amount);
  }
} finally {
  await house.close();
}
say(isAllClean ? "\nNothing lost, nothing twice, nothing to the wrong person" : "\nFAILED");
process.exitCode = isAllClean ? 0 : 1;
