import { setTimeout as pause } from "node:timers/promises";
import type { AccountStatus } from "#shared/psychics.ts";
import { patient } from "../support/patience.ts";
import { type Account, makePsychic } from "../support/people.ts";
import { answerCalls } from "./call-answers.ts";
import { editExceptions } from "./exceptions.ts";
import type { House } from "./house.ts";
import { type Fault, onPhone, parts, roundsOf, textsOf } from "./on-phone.ts";
import { editOneSchedule } from "./schedules.ts";

/** Sends problem reports while the network fails in this way, then the rest over a good network. */
const throughNetwork =
  (network: Partial<House["network"]>): Fault["run"] =>
  (house, amount) =>
    onPhone(house, async (phone) => {
      const before = house.network.cut;
      Object.assign(house.network, network);
      await phone.report(textsOf(amount));
      // Wait until the outbox has retried over the bad network, then repair it.
      const atFirst = house.network.cut;
      await phone.until(async () => {
        await phone.sayOnline();
        return house.network.cut > atFirst || (await phone.waiting()) === 0;
      }, "the queue tries again");
      house.network.mend();
      await phone.untilSent();
      return house.network.cut - before;
    });

/** Kills a process at a random moment while problems are reported, and starts it again. */
const underFailing =
  (which: "portal" | "database"): Fault["run"] =>
  (house, amount) =>
    onPhone(house, async (phone) => {
      const kill = which === "portal" ? house.killPortal : house.killDatabase;
      const restore = which === "portal" ? house.startPortal : house.startDatabase;
      const strikes = Math.min(12, Math.ceil(amount / 2));
      for (const part of parts(textsOf(amount), strikes)) {
        const strike = async () => {
          await pause(house.chance() * 60 * part.length);
          await kill();
          await restore();
        };
        await Promise.all([phone.report(part), strike()]);
        await phone.sayOnline();
      }
      await phone.untilSent();
      return strikes;
    });

const rowsOf = async (house: House, { id }: Account) =>
  (await house.sql("problems").where({ user_id: id }).select("id")).length;

/** Ends every session of a psychic, as a changed password does. */
const endSessions = (house: House, { id }: Account) =>
  house.sql("users").where({ id }).increment("session_epoch", 1);

/** Queues edits without a network, then ends the session while they are sent, in several rounds. */
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

/** A second psychic signs in on a phone while edits of the first one wait. */
const otherUser: Fault["run"] = async (house, amount) => {
  const other = await makePsychic(house.sql);
  let seen = 0;
  const result = await onPhone(house, async (phone, psychic) => {
    const rounds = Math.min(2, roundsOf(amount));
    for (const part of parts(textsOf(amount), rounds)) {
      await phone.setOffline(true);
      await phone.report(part);
      // The browser gets the second psychic's session while the first one's page is open.
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
      // The storage is full during every second part.
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
        // Close the tab at a random moment after it has sent an edit.
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
      // Tell both tabs at the same time that the network is back.
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

/**
 * The server fails on one edit of 50. The other edits are sent, and this one waits until the server
 * works.
 */
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

/** Every fault that the outbox must survive. */
export const faults: readonly Fault[] = [
  { name: "cut before sending", run: throughNetwork({ cutBefore: 0.5 }) },
  { name: "answer cut after commit (30%)", run: throughNetwork({ cutAfter: 0.3 }) },
  { name: "server killed", run: underFailing("portal") },
  { name: "PostgreSQL killed", run: underFailing("database") },
  {
    name: "session ends mid-queue",
    run: endingMidQueue(endSessions, async () => undefined),
  },
  { name: "another user signs in", run: otherUser },
  { name: "two devices on one schedule", run: editOneSchedule },
  { name: "two devices answer one call", run: answerCalls },
  { name: "two devices add exceptions", run: editExceptions },
  { name: "clock off by 2 hours, 3 days", run: clockOff },
  { name: "storage full", run: storageFull },
  { name: "tab closed while sending", run: tabClosed },
  { name: "two tabs", run: twoTabs },
  { name: "new app version mid-queue", run: newVersion },
  { name: "one poisoned among 50", run: poisoned },
  {
    name: "account deactivated mid-queue",
    run: endingMidQueue(setStatus("Inactive"), setStatus("Active")),
  },
  { name: "429 with Retry-After", run: limited },
];
