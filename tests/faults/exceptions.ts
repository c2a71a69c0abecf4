import { addDays, newYorkDay } from "#shared/rules/new-york.ts";
import { makePsychic } from "../support/people.ts";
import type { House } from "./house.ts";
import type { Result } from "./ledger.ts";
import { parts, roundsOf } from "./on-phone.ts";
import { Phone } from "./phone.ts";

/** A psychic has at most 100 exceptions. */
const daysAtMost = 80;

/** Runs in the page: announces a day off and saves the dates. */
async function addDayOff(day: string): Promise<void> {
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const button = (words: string) =>
    [...document.querySelectorAll<HTMLElement>("button")].find(
      (one) => one.textContent?.includes(words) && one.getAttribute("aria-disabled") !== "true",
    );
  const press = async (words: string) => {
    while (!button(words)) await turn();
    button(words)?.click();
    await turn();
  };
  for (const notice of document.querySelectorAll<HTMLElement>('button[aria-label^="Close: "]')) {
    notice.click();
  }
  await press("Add Dates");
  const inputs = () => document.querySelectorAll<HTMLInputElement>("input[type=date]");
  while (inputs().length < 2) await turn();
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  for (const place of [0, 1]) {
    set?.call(inputs()[place], day);
    inputs()[place]?.dispatchEvent(new Event("input", { bubbles: true }));
    await turn();
  }
  await press("Done");
  while (inputs().length > 0) await turn();
  await press("Save Dates");
  while (!document.querySelector('button[aria-label^="Close: "]')) await turn();
}

/**
 * Two devices of one psychic announce different days off, one of them without a network. Then the
 * edits are sent while the network cuts every third one, and the server is killed in each second
 * round. Each day must be stored once, and no save may be applied twice.
 */
export async function editExceptions(house: House, amount: number): Promise<Result> {
  const total: Result = { saved: 0, refused: 0, lost: 0, twice: 0, wrongPerson: 0, faults: 0 };
  const tomorrow = addDays(newYorkDay(Date.now()), 1);
  const days = Array.from({ length: amount }, (_, place) =>
    addDays(tomorrow, 2 * (place % daysAtMost)),
  );
  for (const ofOne of parts(days, Math.ceil(amount / daysAtMost))) {
    const result = await ofPsychic(house, ofOne);
    for (const figure of Object.keys(total) as (keyof Result)[]) total[figure] += result[figure];
  }
  return total;
}

async function ofPsychic(house: House, days: readonly string[]): Promise<Result> {
  const psychic = await makePsychic(house.sql);
  const openPhone = async () => {
    const phone = await Phone.open(house);
    await phone.signIn(psychic);
    await phone.page.goto("/psychic/schedule");
    await phone.page.getByRole("button", { name: "Add Dates" }).waitFor();
    return phone;
  };
  const phones = await Promise.all([openPhone(), openPhone()]);
  const before = house.network.cut;
  for (const [round, part] of [...parts(days, roundsOf(days.length))].entries()) {
    house.network.cutAfter = 0.3;
    await phones[1]?.setOffline(true);
    const half = Math.ceil(part.length / 2);
    for (const [place, phone] of phones.entries()) {
      for (const day of place === 0 ? part.slice(0, half) : part.slice(half)) {
        await phone.page.evaluate(addDayOff, day);
      }
    }
    await phones[1]?.setOffline(false);
    if (round % 2 === 1) {
      await house.killPortal();
      await house.startPortal();
    }
    for (const phone of phones) await phone.untilSent();
    house.network.mend();
  }
  for (const phone of phones) await phone.close();

  const stored: string[] = await house
    .sql("schedule_exceptions")
    .where({ psychic_id: psychic.id, kind: "off" })
    .pluck("first_day");
  const changes = await house
    .sql("audit_trail")
    .where({ subject_id: psychic.id, action: "exceptions changed" })
    .pluck("id");
  const keys = await house
    .sql("idempotency_keys")
    .where({ user_id: psychic.id, status: 204 })
    .pluck("key");
  return {
    saved: days.length,
    refused: 0,
    lost: days.filter((day) => !stored.includes(day)).length,
    twice: stored.length - new Set(stored).size + Math.max(0, changes.length - keys.length),
    wrongPerson: 0,
    faults: house.network.cut - before,
  };
}
