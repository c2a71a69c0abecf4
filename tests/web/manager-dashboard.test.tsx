import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { nextRefresh } from "#shared/rules/refresh-hours.ts";
import { DashboardTiles } from "#web/manager/dashboard/dashboard-tiles.tsx";
import {
  compare,
  daysWords,
  rangesOf,
  type ViewKey,
  viewOf,
} from "#web/manager/dashboard/dashboard-view.ts";
import { NeedsYou } from "#web/manager/dashboard/needs-you.tsx";
import { TopFive } from "#web/manager/dashboard/top-five.tsx";
import type { DashboardData } from "#web/manager/dashboard/use-dashboard.ts";
import { everyDay, openFrom } from "#web/manager/period-figures.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const sunday = "2026-11-22";
const wednesday = "2026-11-25";

/** $100 and 10 calls a day until the last period ends. From then on, $110 and 11 calls. */
const daysUntil = (today: string) =>
  everyDay({ start: "2026-09-01", end: today }, []).map(({ day }) =>
    day < sunday ? { day, revenue: 100, calls: 10 } : { day, revenue: 110, calls: 11 },
  );

const compared = (key: ViewKey, today: string, open = today) =>
  compare({
    key,
    figure: "revenue",
    ...rangesOf(key, 1, today),
    open,
    days: daysUntil(today),
    written: (value) => `$${value}`,
  }).words;

test("the address decides the view", () => {
  const viewIn = (search: string) => viewOf(new URLSearchParams(search)).key;
  expect(["", "days=last", "days=30", "days=1"].map(viewIn)).toEqual([
    "this",
    "last",
    "30",
    "this",
  ]);
});

test("the dates of an unfinished period begin with the number of its current day", () => {
  expect(daysWords(rangesOf("this", 1, sunday).range, sunday)).toBe(
    "Day 1 of 7 · 11/22/2026 – 11/28/2026",
  );
  expect(daysWords(rangesOf("last", 1, sunday).range, sunday)).toBe("11/15/2026 – 11/21/2026");
  expect(rangesOf("30", 1, sunday)).toEqual({
    range: { start: "2026-10-24", end: sunday },
    before: { start: "2026-09-24", end: "2026-10-23" },
  });
});

test("only complete days are compared, with the same days of the previous period", () => {
  expect(compared("this", sunday)).toBe("Last period, first day: $100");
  expect(compared("this", "2026-11-23")).toBe("▲ 10% more than last period, day 1");
  expect(compared("this", wednesday)).toBe("▲ 10% more than last period, days 1–3");
  expect(compared("last", wednesday)).toBe("= as much");
  expect(compared("30", sunday)).toBe("= as much, without today");
});

test("before a day's first refresh, yesterday does not count as complete either", () => {
  const late = "2026-11-23T03:00:00.000Z";
  expect(openFrom(late, "2026-11-23")).toBe(sunday);
  expect(openFrom("2026-11-23T12:00:00.000Z", "2026-11-23")).toBe("2026-11-23");
  expect(openFrom(null, "2026-11-23")).toBe("2026-11-23");
  expect(compared("this", "2026-11-23", sunday)).toBe("Last period, first day: $100");
  expect(compared("this", sunday, "2026-11-21")).toBe("Last period, first day: $100");
  expect(compared("last", sunday, "2026-11-21")).toBe("= as much as the period before, days 1–6");
  expect(compared("30", sunday, "2026-11-21")).toBe("= as much, without the last 2 days");
});

test.each([
  ["2026-11-22T05:00:30Z", "7:00 AM ET"],
  ["2026-11-22T12:00:00Z", "10:00 AM ET"],
  ["2026-11-22T17:59:00Z", "1:00 PM ET"],
  ["2026-11-23T04:00:00Z", "7:00 AM ET tomorrow"],
])("after %s the statistics are refreshed at %s", (now, next) => {
  expect(nextRefresh(Date.parse(now))).toBe(next);
});

const data: DashboardData = {
  days: daysUntil("2026-11-21").map((day) => ({ ...day, minutes: 0 })),
  asOf: "2026-11-22T04:00:00.000Z",
  top: { rows: [], isOfLast: false },
  approvals: {
    total: 2,
    approvals: [
      {
        ...{ date: "2026-11-17T17:00:00.000Z", max_creation_date: "2026-11-17T17:00:00.000Z" },
        ...{ agent_user_id: 7, agent_user_name: "luna", to_approve: "Profile" },
      },
      {
        ...{ date: "2026-11-19T17:00:00.000Z", max_creation_date: "2026-11-19T17:00:00.000Z" },
        ...{ agent_user_id: 8, agent_user_name: "orion", to_approve: "Listing" },
      },
    ],
  },
  busy: 0,
  contacts: { total: 1, newest: "2026-11-21T17:00:00.000Z" },
  problems: { total: 0, newest: undefined },
};

test("in the first minute of a period a tile says when its first figures arrive", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-22T05:00:30Z"), toFake: ["Date"] });
  const { range, before } = rangesOf("this", 1, sunday);
  render(
    <MemoryRouter>
      <DashboardTiles
        {...{ view: "this", beforeName: "Last period", range, before, data }}
        today={sunday}
      />
    </MemoryRouter>,
  );
  expect(screen.getAllByText("First figures at 7:00 AM ET")).toHaveLength(2);
  screen.getByText("$700.00");
  const note = screen.getAllByText("First figures at 7:00 AM ET")[0]?.parentElement;
  expect(note?.textContent).toBe("First figures at 7:00 AM ETLast period, all 7 days $700.00");
  expect(screen.getByText("Oldest: 5 days").className).toContain("is-waiting");
});

test("the panel shows the oldest approvals, marked after three days, and reports", () => {
  render(
    <MemoryRouter>
      <NeedsYou today={sunday} data={data} />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "lunaProfile5 days",
    "orionListing3 days",
    "1 contactnewest 1 day ago",
    "0 problem reports",
  ]);
  expect(screen.getByText("5 days").className).toContain("is-waiting");
  expect(screen.getByText("3 days").className).toBe("age status-tag");
});

test("without approvals the panel says so", () => {
  render(
    <MemoryRouter>
      <NeedsYou today={sunday} data={{ ...data, approvals: { total: 0, approvals: [] } }} />
    </MemoryRouter>,
  );
  screen.getByText("No approvals are waiting.");
});

test("if the top psychics could not be loaded, a text in their place says so", () => {
  const retry = vi.fn();
  const last = { start: "2026-11-15", end: "2026-11-21" };
  const failure = new Error("no network");
  render(
    <TopFive
      {...{ name: "Current Period", last, failure, retry }}
      data={{ ...data, top: undefined }}
    />,
    { wrapper: MemoryRouter },
  );
  expect(screen.getByText("The top psychics could not be loaded")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(retry).toHaveBeenCalledOnce();
});
