import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { tickOf } from "#web/ui/day-chart/chart-days.ts";
import { changeWords, gridlines, percentChange } from "#web/ui/day-chart/chart-scale.ts";
import { DayChart } from "#web/ui/day-chart/day-chart.tsx";

const week = (first: number, values: number[]) =>
  values.map((value, place) => ({
    day: `2026-11-${String(first + place).padStart(2, "0")}`,
    value,
    second: value / 10,
  }));

/** A Wednesday. */
const today = "2026-11-25";
const chart = {
  title: "Revenue per day",
  days: week(22, [100, 50, 200, 30, 0, 0, 0]),
  before: week(15, [80, 100, 200, 90, 70, 60, 50]),
  today,
  height: 240,
  empty: "No calls or chats yet",
  written: (value: number) => `$${value}`,
  writtenSecond: (value: number) => `${value} calls`,
  short: (value: number) => `$${value}`,
};

// Load the plot first. On a busy machine that may take longer than a test waits.
beforeAll(() => import("#web/ui/day-chart/day-plot.tsx"));

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(744);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const textOf = (element: Element | undefined) => element?.textContent;

const shownPlot = () => screen.findByRole("slider", { name: "Revenue per day, choose a day" });

test("two to four gridlines are 1, 2 or 5 times a power of ten apart", () => {
  expect(gridlines(0)).toEqual([1, 2]);
  expect(gridlines(3)).toEqual([1, 2, 3]);
  expect(gridlines(4.1)).toEqual([2, 4, 6]);
  expect(gridlines(90)).toEqual([50, 100]);
  expect(gridlines(3802.38)).toEqual([1000, 2000, 3000, 4000]);
  for (let most = 1; most < 1e7; most *= 1.3) {
    const lines = gridlines(most);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
    expect(lines.length).toBeLessThanOrEqual(4);
  }
});

test("a change is shown with an arrow and words", () => {
  expect(changeWords(percentChange(112, 100) ?? 0)).toBe("▲ 12% more");
  expect(changeWords(percentChange(88, 100) ?? 0)).toBe("▼ 12% less");
  expect(percentChange(5, 0)).toBeNull();
});

test("the ticks of two weeks are weekdays, those of a month are the dates of Mondays", () => {
  expect(tickOf("2026-11-22", 7, 60)).toBe("Sun");
  expect(tickOf("2026-11-22", 14, 20)).toBe("S");
  expect(tickOf("2026-11-23", 30, 20)).toBe("11/23");
  expect(tickOf("2026-11-24", 30, 20)).toBe("");
});

test("today's bar is weaker, days to come have only a stub, and each bar has its height", async () => {
  const { container } = render(<DayChart {...chart} />);
  await shownPlot();
  const partOf = (day: string, part: string) =>
    container.querySelector(`[data-day="2026-11-${day}"] ${part}`);
  expect(partOf("24", "path.is-done")).not.toBeNull();
  expect(partOf("25", "rect.is-today")).not.toBeNull();
  expect(partOf("26", "rect.is-stub")).not.toBeNull();
  expect(partOf("26", "path.is-before")).not.toBeNull();
  // A value of 200 is 208 pixels high, so 30 is 31 pixels high.
  expect(Number(partOf("25", "rect.is-today")?.getAttribute("height"))).toBeCloseTo(31.2, 1);
});

test("the arrow keys read each day's figures and the comparison with the previous period", async () => {
  const { container } = render(<DayChart {...chart} />);
  const plot = await shownPlot();
  expect(plot.getAttribute("aria-valuetext")).toBe(
    "Wed 11/25, so far: $30, 3 calls. Wed 11/18: $90",
  );
  fireEvent.keyDown(plot, { key: "ArrowLeft" });
  fireEvent.keyDown(plot, { key: "ArrowLeft" });
  expect(plot.getAttribute("aria-valuetext")).toBe(
    "Mon 11/23: $50, 5 calls. ▼ 50% less than Mon 11/16",
  );
  expect(container.querySelector(".day-card")?.textContent).toContain("$50");
  fireEvent.keyDown(plot, { key: "End" });
  expect(plot.getAttribute("aria-valuetext")).toBe("Sat 11/28: Not yet. Sat 11/21: $50");
  fireEvent.keyDown(plot, { key: "Escape" });
  expect(container.querySelector(".day-card")).toBeNull();
});

test("yesterday's bar is weaker, too, until its last figures arrive", async () => {
  const { container } = render(<DayChart {...chart} openFrom="2026-11-24" />);
  const plot = await shownPlot();
  expect(container.querySelector('[data-day="2026-11-24"] rect.is-today')).not.toBeNull();
  fireEvent.keyDown(plot, { key: "ArrowLeft" });
  expect(plot.getAttribute("aria-valuetext")).toBe(
    "Tue 11/24, so far: $200, 20 calls. Tue 11/17: $200",
  );
});

test("if a chart gets fewer days, the marked day is still one of them", async () => {
  const { rerender } = render(<DayChart {...chart} />);
  const plot = await shownPlot();
  fireEvent.keyDown(plot, { key: "End" });
  rerender(<DayChart {...chart} days={chart.days.slice(0, 3)} before={chart.before.slice(0, 3)} />);
  expect(plot.getAttribute("aria-valuetext")).toContain("Tue 11/24");
});

const noDays = [0, 0, 0, 0, 0, 0, 0];

test("a chart without bars says so and keeps its gridlines", async () => {
  const { container } = render(
    <DayChart {...chart} days={week(22, noDays)} before={week(15, noDays)} />,
  );
  await shownPlot();
  screen.getByText("No calls or chats yet");
  expect(container.querySelectorAll("line").length).toBeGreaterThan(2);
});

test("if only the period before has bars, the legend says that this period has none", async () => {
  const { container } = render(<DayChart {...chart} days={week(22, noDays)} />);
  await shownPlot();
  expect(screen.queryByText("No calls or chats yet")).toBeNull();
  expect(textOf(container.querySelector(".day-chart-key > span") as Element)).toBe(
    `Current period, so far: ${chart.short(0)}`,
  );
});

test("the legend says that a period has not ended, and which days the pale bars are", () => {
  const { container, rerender } = render(<DayChart {...chart} />);
  const words = () => [...container.querySelectorAll(".day-chart-key > span")].map(textOf);
  expect(words()).toEqual([
    "Current period, so far",
    "Not over yet",
    "The period before, 11/15 – 11/21",
  ]);
  rerender(<DayChart {...chart} today="2026-11-29" names={["Last period", "Period before"]} />);
  expect(words()).toEqual(["Last period", "Period before, 11/15 – 11/21"]);
});

test("a table has the figures, for screen readers and on paper", () => {
  render(<DayChart {...chart} />);
  const rows = within(screen.getByRole("table", { name: "Revenue per day" })).getAllByRole("row");
  expect(rows).toHaveLength(8);
  expect(textOf(rows[0])).toBe("DayCurrent period, so farThe period before, 11/15 – 11/21");
  expect(rows[1]?.textContent).toBe("11/22/2026$10010 calls11/15/2026: $80");
  expect(rows[4]?.textContent).toContain("11/25/2026, today, so far");
  expect(rows[5]?.textContent).toContain("Not yet");
});
