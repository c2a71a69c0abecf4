import { randomInt } from "node:crypto";
import { oneRow } from "#server/db/one-row.ts";
import { recoveryPath } from "../e2e/pages/recovery-pages.ts";
import { boxes, steps } from "../e2e/pages/wizard-page.ts";
import { makeManager, makePsychic } from "../support/people.ts";
import type { GatedPortal } from "./portal.ts";
import type { Screen } from "./screen.ts";
import { until } from "./until.ts";

export interface Journey {
  name: string;
  run(screen: Screen, portal: GatedPortal): Promise<void>;
}

/** Random digits, so that users rarely share them. */
const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));

/** Makes a psychic, signs in, and waits for the dashboard. */
async function enter(screen: Screen, { sql }: GatedPortal) {
  const psychic = await makePsychic(sql);
  await screen.signIn(psychic);
  await screen.sees("Welcome, ");
  return psychic;
}

/** Opens a screen from the menu, as in an app that stays open. */
async function open(screen: Screen, label: string): Promise<void> {
  await screen.follow(label, "#side-menu");
}

/** Whether this engine has stored the app. If so, the app also opens without a network. */
const isAppStored = (screen: Screen) =>
  screen.driver.run<boolean>("return !!navigator.serviceWorker?.controller");

async function addOnMonday(screen: Screen): Promise<void> {
  await screen.press("Edit Monday");
  await screen.press("Add a Time", "dialog");
  await screen.choose("From: hour", "9", "dialog");
  await screen.press("Done", "dialog");
  await screen.press("Save Schedule");
}

const segments = ({ sql }: GatedPortal, psychic: { id: number }) =>
  sql("schedule_segments").where({ psychic_id: psychic.id });

export const journeys: readonly Journey[] = [
  {
    name: "sign-in",
    async run(screen, { sql }) {
      const psychic = await makePsychic(sql);
      await screen.signIn({ ...psychic, password: "not-it" });
      await screen.sees("Your username or password was incorrect.");
      await screen.signIn(psychic);
      await screen.sees("Welcome, ");
      await screen.sees(/Available|Unavailable|Busy|On Alert/);
      await screen.press("Log Me Out");
      await screen.sees("You have been logged out.");
    },
  },
  {
    name: "schedule offline and back",
    async run(screen, portal) {
      await enter(screen, portal);
      await open(screen, "Schedule");
      await screen.sees("Save Schedule");
      if (await screen.driver.run<boolean>("return 'serviceWorker' in navigator")) {
        await until("the app is stored", () => isAppStored(screen));
      }
      await open(screen, "Dashboard");
      await screen.sees("Welcome, ");
      portal.gate.shut();
      await screen.sees("Offline");
      await open(screen, "Schedule");
      await screen.sees("Monday");
      if (await isAppStored(screen)) {
        await screen.go("/psychic/schedule");
        await screen.sees("As of ");
        await screen.sees("Monday");
      }
      await screen.sees("Error Communicating With Server", { not: true });
      portal.gate.open();
      await screen.sees("Offline", { not: true });
      await screen.sees("As of ", { not: true });
    },
  },
  {
    name: "a save that waits",
    async run(screen, portal) {
      const psychic = await enter(screen, portal);
      await open(screen, "Schedule");
      await screen.find("button", "Edit Monday");
      portal.gate.shut();
      await addOnMonday(screen);
      await screen.sees("1 edit is waiting to send");
      portal.gate.open();
      await screen.sees("1 edit is waiting to send", { not: true });
      await until("the schedule is saved", async () => {
        const rows = await segments(portal, psychic);
        return rows.length === 1;
      });
    },
  },
  {
    name: "readings",
    async run(screen) {
      // A psychic of the demo with many readings.
      await screen.signIn({ username: "luna", password: "luna-demo" });
      await screen.sees("Welcome, ");
      const month = 30 * 86_400_000;
      const [start, end] = [Date.now() - month, Date.now()].map((time) =>
        new Date(time).toISOString().slice(0, 10),
      );
      await screen.go(`/psychic/readings?start_date=${start}&end_date=${end}`);
      const rows = () =>
        screen.driver.run<number>("return document.querySelectorAll('tbody tr').length");
      await until("rows of readings", async () => (await rows()) >= 10);
      await screen.press("Member");
      await until("sorted", () =>
        screen.driver.run<boolean>("return !!document.querySelector('th[aria-sort]')"),
      );
    },
  },
  {
    name: "sign-up wizard",
    async run(screen, { sql }) {
      const username = `newcomer-${digits(8)}`;
      await screen.go("/onesun/signup");
      await screen.sees(steps.logins);
      await screen.fill({
        "Referral Code": "123456",
        "Psychic Name": username,
        Password: "seven-stars",
        "Confirm Password": "seven-stars",
        PIN: digits(4),
      });
      await screen.press("Next");
      await screen.sees(steps.person);
      await screen.fill({
        "First Name": "Stella",
        "Last Name": "Maris",
        "Address 1": "7 Harbor Road",
        "Zip/Postal Code": "10025",
        Email: `${username}@people.example`,
        "SS Number": digits(9),
        "Primary Phone": `212${digits(7)}`,
      });
      const city = await screen.find("field", "City");
      await until("the place of the ZIP", async () => {
        const place = await screen.driver.run<string>("return arguments[0].value", city);
        return place === "New York";
      });
      await screen.press("Next");
      await screen.sees(steps.details);
      await screen.choose("Zodiac Sign", "Leo");
      await screen.fill({ "Years Experience": "7" });
      await screen.press("Next");
      await screen.sees(steps.agreement);
      await screen.sees("Checked: you are not a robot.");
      await screen.tick(boxes.agreed);
      await screen.tick(boxes.psychic);
      await screen.press("I Agree");
      await screen.sees(steps.thanks);
      await until("the account", () => sql("users").where({ username }).first());
    },
  },
  {
    name: "approvals",
    async run(screen, { sql }) {
      const manager = await makeManager(sql);
      const psychic = await makePsychic(sql, {
        username: `reader-${digits(6)}`,
        manager_id: manager.id,
        psychic: { profile_status: "Pending" },
      });
      await screen.signIn(manager);
      await screen.sees("Revenue");
      await screen.go("/approvals");
      await screen.follow(`Profile of ${psychic.username}: review`);
      await screen.press("Approve");
      await until("approved", async () => {
        const { profile_status } = await oneRow(
          sql("psychics").where({ user_id: psychic.id }).first(),
        );
        return profile_status === "Approved";
      });
    },
  },
  {
    name: "apply",
    async run(screen, { sql }) {
      const email = `applicant-${digits(8)}@visitors.example`;
      await screen.go("/cos/apply");
      await screen.fill({ "Full Name": "Jordan Reed", Email: email, Phone: "2125550142" });
      await screen.press("Submit");
      await screen.sees("Your information has been submitted.");
      await until("the application", () => sql("contacts").where({ email }).first());
    },
  },
  {
    name: "recovery",
    async run(screen, { sql, letterTo }) {
      const email = `forgetful-${digits(8)}@people.example`;
      const psychic = await makePsychic(sql, { email });
      await screen.go("/login");
      await screen.follow("Forgot Password");
      await screen.fill({ Email: email });
      await screen.press("Submit");
      await screen.go(recoveryPath(await letterTo(email)));
      await screen.fill({ Password: "seven-stars", "Password Confirmation": "seven-stars" });
      await screen.press("Submit");
      await screen.isAt(/^\/(psychic|login)/);
      await screen.begin();
      await screen.signIn({ username: psychic.username, password: "seven-stars" });
      await screen.sees("Welcome, ");
    },
  },
  {
    name: "statistics",
    async run(screen, { sql }) {
      await screen.signIn(await makeManager(sql));
      await screen.sees("Revenue");
      await open(screen, "Statistics");
      const first = () =>
        screen.driver.run<string>(
          "return document.querySelector('tbody tr')?.innerText ?? document.title",
        );
      await until("rows", async () => /\d/.test(await first()));
      const before = await first();
      await screen.press("Agent", "table");
      await until("another order", async () => (await first()) !== before);
    },
  },
  {
    name: "help offline",
    async run(screen, portal) {
      await enter(screen, portal);
      await open(screen, "Help");
      await screen.find("field", "Search the help");
      await screen.fill({ "Search the help": "rating" });
      await screen.sees(/rating/i);
      portal.gate.shut();
      await screen.fill({ "Search the help": "greeting" });
      await screen.follow("Recording");
      await screen.sees("Greeting");
      portal.gate.open();
    },
  },
];
