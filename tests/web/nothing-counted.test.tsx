import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { StatisticsPeriod, StatisticsRow } from "#shared/statistics.ts";
import { figureGroups } from "#web/advisor/statistics/period-figures.ts";
import { ReadingsSummary } from "#web/features/readings/readings-summary.tsx";
import { statisticsColumns } from "#web/manager/statistics/statistics-columns.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { cellText } from "#web/ui/table/column.ts";
import { csvRows } from "#web/ui/table/csv.ts";

afterEach(cleanup);

/** Every figure is 0, except those given. */
const zeros = <T,>(figures: object) =>
  new Proxy(figures, { get: (target, key) => Reflect.get(target, key) ?? 0 }) as T;

/** Nothing but one new call of 12 minutes. */
const oneCall = {
  ...{ total_calls: 1, tot_mins: 12, alc: 12, new_calls: 1, new_call_mins: 12, new_call_avg: 12 },
  ...{ user_name: "luna", phone_extension: "442259" },
};

test("an average or a percentage of nothing is a dash, and empty in the CSV", () => {
  const row = zeros<StatisticsRow>(oneCall);
  const columns = statisticsColumns.flatMap(({ columns }) => columns);
  const written = Object.fromEntries(columns.map((column) => [column.key, cellText(column, row)]));
  expect(written).toMatchObject({
    ...{ new_call_avg: "12.00", per_min_call_pct: "0.0", rep_call_pct: "0.0", new_chats: "0" },
    ...{ new_chat_avg: "–", per_min_chat_pct: "–", rep_calls_avg: "–", rep_chat_avg: "–" },
  });
  expect(csvRows(statisticsColumns, [row])).toMatch(/^luna,442259,1,0,12,12,0,0,0,0,0,0,,1,12,12,/);
});

test("a psychic's period without chats has dashes for what chats would tell", () => {
  const period = zeros<StatisticsPeriod>({
    ...{ all_calls: 1, alc: 12, attempted: 1, new_call_mins: 12, new_call_avg: 12 },
    ...{ period_from: "2026-11-22", period_to: "2026-11-22" },
  });
  const written = Object.fromEntries(
    figureGroups.flatMap(({ figures }) => figures.map((one) => [one.key, one.written(period)])),
  );
  expect(written).toMatchObject({
    ...{ alc: "12.00", new_call_avg: "12.00", rep_call_pct: "0.0%", missed_pct: "0.0%" },
    ...{ new_chat_avg: "–", rep_chat_pct: "–", per_min_chat_pct: "–", rate: "–", rating_avg: "–" },
  });
});

test("readings without a call have no percentage and no average", () => {
  const summary = {
    ...{ tot_calls: 0, rep_calls: 0, free_mins: 0, tot_mins: 0 },
    ...{ rep_mins: 0, rep_pct: 0, miss_calls: 2, alc: 0 },
  };
  render(<ReadingsSummary summary={summary} />);
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    ...["0", "0", "0", "0", "0", "–", "2", "–"],
  ]);
});

test("a state of the moment has a dot, a status that somebody has set an outline", () => {
  render(
    <>
      <StatusTag status="Unavailable" />
      <StatusTag status="Inactive" />
    </>,
  );
  expect(screen.getByText("Unavailable").className).toBe("status-tag is-live");
  expect(screen.getByText("Inactive").className).toBe("status-tag");
});
