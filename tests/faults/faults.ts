import { setTimeout as pause } from "node:timers/promises";
import type { AccountStatus } from "#shared/psychics.ts";
import { patient } from "../support/patience.ts";
import { type Account, makePsychic } from "../support/people.ts";
import type { House } from "./house.ts";
import { auditReports, type Result } from "./ledger.ts";
import { Phone } from "./phone.ts";
import { editOneSchedule } from "./schedules.ts";

export interface Fault {
  name: string;
  run(house: House, amount: number): Promise<Result>;
}

let series = 0;

/** Texts that come nowhere else. */
function textsOf(amount: number): string[] {
  series += 1;
  return Array.from({ length: amount }, (_, place) => `Report ${series}-${place + 1}`);
}

/** A few operations are one round: the short run has little time. */
const roundsOf = (amount: number) => Math.min(4, Math.ceil(amount / 4));

function* parts<T>(list: readonly T[], count: number): Generator<T[]> {
  const size = Math.ceil(list.length / count);
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

/** A psychic with a phone; what was told there is held against the server's books at the end. */
async function onPhone(
  house: House,
  work: (phone: Phone, psychic: Account) => Promise<number>,
): Promise<Result> {
  const psychic = await makePsychic(house.sql);
  const phone = await Phone.open(house);
  await phone.signIn(psychic);
  const faults = await work(phone, psychic);
  const audit = await auditReports(house.sql, psychic.id, phone.told);
  await phone.close();
  return { ...audit, faults };
}

/** Reports while the network does something to the writes, then sends what waits on a sound one. */
const throughNetwork =
  (network: Partial<House["network"]>): Fault["run"] =>
  (house, amount) =>
    onPhone(house, async (phone) => {
      const before = house.network.cut;
      Object.assign(house.network, network);
      await phone.report(textsOf(amount));
      // What waits is sent again through the same network before that is mended.
      const atFirst = house.network.cut;
      await phone.until(async () => {
        await phone.sayOnline();
        return house.network.cut > atFirst || (await phone.waiting()) === 0;
      }, "the queue tries again");
      house.network.mend();
      await phone.untilSent();
      return house.network.cut - before;
    });

/** Takes something away and brings it back, again and again, while `work` goes on. */
async function again(
  strike: () => Promise<void>,
  restore: () => Promise<void>,
  uptime: number,
  work: () => Promise<void>,
): Promise<number> {
  let isOver = false;
  let times = 0;
  const striking = (async () => {
    while (!isOver) {
      await pause(uptime);
      await strike();
      times += 1;
      await restore();
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await striking;
  }
  return times;
}

const underFailing =
  (which: "portal" | "database"): Fault["run"] =>
  (house, amount) =>
    onPhone(house, async (phone) => {
      const strike = which === "portal" ? house.killPortal : house.killDatabase;
      const restore = which === "portal" ? house.startPortal : house.startDatabase;
      const times = await again(strike, restore, 1_000, async () => {
        for (const part of parts(textsOf(amount), 8)) {
          await phone.report(part);
          await phone.sayOnline();
          await pause(500);
        }
      });
      await phone.untilSent();
      return times;
    });

const rowsOf = async (house: House, { id }: Account) =>
  (await house.sql("problems").where({ user_id: id }).select("id")).length;

/** Ends every session of a psychic, as a changed password does. */
const endSessions = (house: House, { id }: Account) =>
  house.sql("users").where({ id }).increment("session_epoch", 1);

/** Queues without a network, then ends the session while the queue goes out; so often. */
const endingMidQueue =
  (
    end: (house: House, psychic: Account) => Promise<unknown>,
    restore: (house: House, psychic: Account) => Promise<unknown>,
  ): Fault["run"] =>
  (house, amount) =>
    onPhone(house, async (phone, psychic) => {
      const rounds = roundsOf(amount);
      for (const part of parts(textsOf(amount), rounds)) {
        await phone.setOffline(true);
        await phone.report(part);
        const before = await rowsOf(house, psychic);
        house.network.delay = 10;
        await phone.setOffline(false);
        await phone.until(
          async () => (await rowsOf(house, psychic)) >= before + part.length / 3,
          "a part is sent",
        );
        await end(house, psychic);
        await phone.page.waitForURL(/\/login/, { timeout: patient(60_000) });
        house.network.mend();
        await restore(house, psychic);
        await phone.signIn(psychic);
        await phone.untilSent();
      }
      return rounds;
    });

const setStatus = (status: AccountStatus) => async (house: House, psychic: Account) => {
  await house.sql("psychics").where({ user_id: psychic.id }).update({ account_status: status });
  await endSessions(house, psychic);
};

/** Another psychic signs in where one has edits that wait. */
const otherUser: Fault["run"] = async (house, amount) => {
  const other = await makePsychic(house.sql);
  let seen = 0;
  const result = await onPhone(house, async (phone, psychic) => {
    const rounds = Math.min(2, amount);
    for (const part of parts(textsOf(amount), rounds)) {
      await phone.setOffline(true);
      await phone.report(part);
      // The session in the browser becomes another's, under the page of the first.
      const { username, password } = other;
      await phone.context.request.post("/api/sessions", {
        data: { username, password },
        headers: { Origin: house.url },
      });
      await phone.setOffline(false);
      await phone.page.waitForURL(/\/login/, { timeout: patient(60_000) });
      await phone.signIn(other);
      await phone.page.goto("/psychic/waiting");
      const nothing = phone.page.getByText("Nothing to send");
      await nothing.waitFor();
      const shown = await phone.page.content();
      seen += part.filter((text) => shown.includes(text)).length;
      await phone.page.getByRole("button", { name: "Log Me Out" }).click();
      await phone.page.waitForURL(/\/login/);
      await phone.signIn(psychic);
      await phone.untilSent();
    }
    return rounds;
  });
  return { ...result, wrongPerson: result.wrongPerson + seen };
};

const clockOff: Fault["run"] = (house, amount) =>
  onPhone(house, async (phone) => {
    const hour = 3_600_000;
    const offBy = [2 * hour, -2 * hour, 72 * hour, -72 * hour, 0];
    house.network.cutBefore = 0.3;
    house.network.cutAfter = 0.3;
    for (const [place, part] of [...parts(textsOf(amount), 10)].entries()) {
      await phone.setClock(offBy[place % offBy.length] ?? 0);
      await phone.report(part);
    }
    house.network.mend();
    await phone.untilSent();
    return Math.min(10, amount);
  });

const storageFull: Fault["run"] = (house, amount) =>
  onPhone(house, async (phone) => {
    const texts = textsOf(amount);
    await phone.setOffline(true);
    let full = 0;
    for (const [place, part] of [...parts(texts, 8)].entries()) {
      // It fills up, and somebody makes room.
      await phone.setFull(place % 2 === 1);
      if (place % 2 === 1) full += 1;
      await phone.report(part);
    }
    await phone.setFull(false);
    await phone.setOffline(false);
    await phone.untilSent();
    return full;
  });

const tabClosed: Fault["run"] = (house, amount) =>
  onPhone(house, async (phone) => {
    let closed = 0;
    for (const part of parts(textsOf(amount), roundsOf(amount))) {
      await phone.setOffline(true);
      await phone.report(part);
      house.network.delay = 30;
      house.network.cutAfter = 0.2;
      await phone.setOffline(false);
      for (let left = part.length; left > part.length / 3; left = await phone.waiting()) {
        // Once it sends, it is closed.
        await phone.until(async () => (await phone.waiting()) < left, "a tab sends");
        await pause(house.chance() * 200);
        await phone.page.close();
        closed += 1;
        phone.page = await phone.newPage("/psychic");
      }
      house.network.mend();
      await phone.untilSent();
    }
    return closed;
  });

const twoTabs: Fault["run"] = (house, amount) =>
  onPhone(house, async (phone) => {
    const before = house.network.cut;
    const second = await phone.newPage("/psychic");
    for (const part of parts(textsOf(amount), roundsOf(amount))) {
      house.network.cutAfter = 0.3;
      const half = Math.ceil(part.length / 2);
      await phone.setOffline(house.chance() < 0.5);
      await Promise.all([
        phone.report(part.slice(0, half)),
        phone.report(part.slice(half), second),
      ]);
      await phone.setOffline(false);
      // Both are told at once that the network is back.
      await Promise.all([phone.untilSent(), phone.untilSent(0, second)]);
    }
    house.network.mend();
    return house.network.cut - before;
  });

const newVersion: Fault["run"] = (house, amount) =>
  onPhone(house, async (phone) => {
    const rounds = roundsOf(amount);
    for (const part of parts(textsOf(amount), rounds)) {
      await phone.setOffline(true);
      await phone.report(part);
      house.network.version += 1;
      house.network.delay = 30;
      await phone.setOffline(false);
      await phone.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
      });
      await phone.page.getByText("A new version is ready").waitFor({ timeout: patient(60_000) });
      const loaded = phone.page.waitForEvent("load", { timeout: patient(120_000) });
      await phone.page.getByRole("button", { name: "Reload" }).click();
      await loaded;
      house.network.mend();
      await phone.untilSent();
    }
    return rounds;
  });

/** One among 50 makes the server fail: the others go out, and it waits until the server is mended. */
const poisoned: Fault["run"] = (house, amount) =>
  onPhone(house, async (phone) => {
    const batches = [...parts(textsOf(amount), Math.ceil(amount / 50))];
    for (const [place, batch] of batches.entries()) {
      await phone.setOffline(true);
      await phone.report([`Poisoned ${batch[0]}`, ...batch.slice(1)]);
      await phone.setOffline(false);
      await phone.untilSent(place + 1);
    }
    await house.sql.raw("alter table problems disable trigger fail_when_poisoned");
    await phone.untilSent();
    await house.sql.raw("alter table problems enable trigger fail_when_poisoned");
    return batches.length;
  });

const limited: Fault["run"] = (house, amount) =>
  onPhone(house, async (phone) => {
    await house.sql("fault_limits").update({ share: 0.3 });
    await phone.report(textsOf(amount));
    await phone.untilSent();
    await house.sql("fault_limits").update({ share: 0 });
    return Math.round(amount * 0.3);
  });

/** Every fault that the queue must stand. */
export const faults: readonly Fault[] = [
  { name: "cut before sending", run: throughNetwork({ cutBefore: 0.5 }) },
  { name: "answer cut after commit (30%)", run: throughNetwork({ cutAfter: 0.3 }) },
  { name: "server killed every second", run: underFailing("portal") },
  { name: "PostgreSQL killed", run: underFailing("database") },
  {
    name: "session ends mid-queue",
    run: endingMidQueue(endSessions, async () => undefined),
  },
  { name: "another user signs in", run: otherUser },
  { name: "two devices on one schedule", run: editOneSchedule },
  { name: "clock off by 2 hours, 3 days", run: clockOff },
  { name: "storage full", run: storageFull },
  { name: "tab closed while sending", run: tabClosed },
  { name: "two tabs", run: twoTabs },
  { name: "new app version mid-queue", run: newVersion },
  { name: "one poisoned among 50", run: poisoned },
  {
    name: "account deactivated meanwhile",
    run: endingMidQueue(setStatus("Inactive"), setStatus("Active")),
  },
  { name: "429 with Retry-After", run: limited },
];
