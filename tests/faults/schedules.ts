import type { Page } from "playwright";
import { makePsychic } from "../support/people.ts";
import type { House } from "./house.ts";
import type { Result } from "./ledger.ts";
import { Phone } from "./phone.ts";

/** A new start for one day of the week. No two in a run are equal. */
interface DayEdit {
  /** 1 is Sunday, 7 is Saturday. */
  day: number;
  /** The start, in quarter hours of the day. */
  quarter: number;
}

const week = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/**
 * An offline phone changes three of these days in its turn, and no day twice. With five days, the
 * turns of the two phones have one day in common.
 */
const daysInUse = 5;
/** How many starts the edits use. Every day ends at 23:45, so that no two days overlap. */
const quarters = 94;

const clock = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;

/**
 * Runs in the page: changes one day in its modal and saves the week. If there is a conflict,
 * presses "Keep mine".
 */
async function editOne({ name, quarter }: { name: string; quarter: number }): Promise<void> {
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const button = (selector: string, words = "") =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.textContent?.includes(words) && one.getAttribute("aria-disabled") !== "true",
    );
  const press = async (selector: string, words?: string) => {
    while (!button(selector, words)) await turn();
    button(selector, words)?.click();
    await turn();
  };
  const choose = async (label: string, value: string) => {
    const select = document.querySelector<HTMLSelectElement>(
      `[role=dialog] select[aria-label="${label}"], dialog select[aria-label="${label}"]`,
    );
    if (!select) throw new Error(`There is no ${label}`);
    const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value") ?? {};
    set?.call(select, value);
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await turn();
  };
  for (const notice of document.querySelectorAll<HTMLElement>('button[aria-label^="Close: "]')) {
    notice.click();
  }
  const edit = `button[aria-label="Edit ${name}"]`;
  if (!button(edit)) await press('a[href="/psychic/schedule"]');
  await press(edit);
  const dialog = ":is([role=dialog], dialog)";
  while (!button(`${dialog} button`, "Done")) await turn();
  if (!document.querySelector(`${dialog} fieldset[aria-label="Time 1"]`)) {
    await press(`${dialog} button`, "Add a Time");
  }
  const time = async (end: string, of: number) => {
    const hour = Math.floor(of / 4);
    await choose(`${end}: hour`, String(hour % 12));
    await choose(`${end}: minute`, String((of % 4) * 15).padStart(2, "0"));
    await choose(`${end}: AM or PM`, hour < 12 ? "0" : "12");
  };
  await time("From", quarter);
  await time("To", 95);
  await press(`${dialog} button`, "Done");
  await press("form button[type=submit]", "Save Schedule");
  for (;;) {
    await turn();
    if (document.querySelector('button[aria-label^="Close: "]')) return;
    button(`${dialog} button`, "Keep mine")?.click();
  }
}

/**
 * Sends the waiting edits. Presses "Keep mine" for each conflict with the other phone. Returns how
 * many there were.
 */
async function settle(phone: Phone): Promise<number> {
  let conflicts = 0;
  await phone.page.evaluate(() =>
    document.querySelector<HTMLElement>('a[href="/psychic"]')?.click(),
  );
  await phone.until(async () => {
    await phone.page.evaluate(() => window.dispatchEvent(new Event("online")));
    conflicts += await keepMine(phone.page);
    return (await phone.waiting()) === 0;
  }, "the schedule is sent");
  return conflicts;
}

async function keepMine(page: Page): Promise<number> {
  const link = page.getByRole("link", { name: /needs? you/ });
  if ((await link.count()) > 0) await link.first().click();
  const mine = page.getByRole("main").getByRole("button", { name: "Keep mine" });
  if ((await mine.count()) === 0) return 0;
  await mine.first().click();
  return 1;
}

/**
 * Two devices of one psychic change the same week at the same time. In every second round both are
 * offline and change up to three weekdays each, one of them the same: that day is a conflict, the
 * others merge. In the other rounds both are online and change one each. Every change must reach the
 * server, and no save may be applied twice.
 */
export async function editOneSchedule(house: House, amount: number): Promise<Result> {
  const psychic = await makePsychic(house.sql);
  const openPhone = async () => {
    const phone = await Phone.open(house);
    await phone.signIn(psychic);
    await phone.page.goto("/psychic/schedule");
    await phone.page.waitForSelector('button[aria-label="Edit Monday"]');
    return phone;
  };
  const phones = await Promise.all([openPhone(), openPhone()]);
  const edits: DayEdit[] = Array.from({ length: amount }, (_, place) => ({
    day: (place % daysInUse) + 1,
    quarter: Math.floor(place / daysInUse) % quarters,
  }));
  let conflicts = 0;
  let at = 0;
  for (let round = 0; at < edits.length; round += 1) {
    const isOffline = round % 2 === 0;
    const turns = phones.map((phone) => {
      // No day twice in one turn, because a later edit of a day rightly replaces the earlier one.
      const mine = edits.slice(at, at + (isOffline ? 3 : 1));
      at += mine.length;
      return { phone, mine };
    });
    await Promise.all(
      turns.map(async ({ phone, mine }) => {
        await phone.setOffline(isOffline);
        for (const { day, quarter } of mine) {
          await phone.page.evaluate(editOne, { name: week[day - 1] ?? "", quarter });
        }
      }),
    );
    for (const { phone } of turns) {
      await phone.setOffline(false);
      conflicts += await settle(phone);
    }
  }
  for (const phone of phones) await phone.close();

  const changes: { added: string[] }[] = await house
    .sql("audit_trail")
    .where({ subject_id: psychic.id, action: "schedule changed" })
    .select(house.sql.raw("detail->'added' as added"));
  // The day and the start of a text such as `2 09:00-17:00 A`.
  const applied = new Set(changes.flatMap(({ added }) => added.map((text) => text.split("-")[0])));
  const keys = await house
    .sql("idempotency_keys")
    .where({ user_id: psychic.id, status: 204 })
    .select("key");
  return {
    saved: edits.length,
    refused: 0,
    lost: edits.filter(({ day, quarter }) => !applied.has(`${day} ${clock(quarter)}`)).length,
    twice: Math.abs(changes.length - keys.length),
    wrongPerson: 0,
    faults: conflicts,
  };
}
