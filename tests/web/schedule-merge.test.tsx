import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { weekField } from "#shared/schedule-fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Week } from "#web/features/schedule/week.ts";
import { weekOf as weekOfWire } from "#web/features/schedule/week.ts";
import { weekDifferences } from "#web/features/schedule/week-differences.ts";
import { weekMerge } from "#web/features/schedule/week-merge.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";

const at = (day: number, from: string) => ({ day, status: "A" as const, from, to: "20:00" });
const monday = 2;
const tuesday = 3;
const today = "2026-03-11";
const base: Week = [at(monday, "09:00"), at(tuesday, "09:00")];

const queries = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
);

/**
 * Saves `mine` after another tab has saved `theirs`. With a `first`, this tab saves that week
 * before `mine`, and that save waits to be sent.
 */
async function saveBehind(mine: Week, theirs: Week, first?: Week) {
  const problem = {
    ...({ type: "urn:problem:stale_version", title: "Changed", status: 412 } as const),
    current: { schedule: theirs },
  };
  const save = vi.fn(
    async (_: unknown, version: string | undefined, _from?: { schedule: Week }) => {
      if (first && save.mock.calls.length === 1) return { isWaiting: true };
      if (version === '"1"') throw new ApiError(412, "stale_version", problem, '"2"');
      return { version: '"3"', isWaiting: false };
    },
  );
  const { result } = renderHook(
    () =>
      useEditForm({
        name: "schedule",
        schema: z.object({ schedule: weekField }),
        stored: { schedule: base },
        version: '"1"',
        save,
        onSaved: () => {},
        fromCurrent: (current: { schedule: Week }) => ({
          schedule: weekOfWire(current.schedule),
        }),
        merge: weekMerge,
      }),
    { wrapper },
  );
  for (const week of first ? [first, mine] : [mine]) {
    act(() => result.current.setValue("schedule", week, { shouldDirty: true }));
    await act(() => result.current.submit());
  }
  return { result, save };
}

test("if two users changed different days of a week, both changes are saved", async () => {
  const { result, save } = await saveBehind(
    [at(monday, "09:00"), at(tuesday, "12:00")],
    [at(monday, "11:00"), at(tuesday, "09:00")],
  );
  expect(result.current.conflict).toBeUndefined();
  expect(save).toHaveBeenCalledTimes(2);
  expect(save.mock.calls[1]?.[1]).toBe('"2"');
  // Each save gets the week that it is based on. An unsent edit stores it for its merge.
  const theirs = [at(monday, "11:00"), at(tuesday, "09:00")];
  expect(save.mock.calls.map(([, , from]) => from?.schedule)).toEqual([base, theirs]);
  expect(result.current.getValues("schedule")).toEqual([at(monday, "11:00"), at(tuesday, "12:00")]);
});

test("only a day that both changed is asked about, and neither answer undoes a change of another day", async () => {
  const mine = [at(monday, "10:00"), at(tuesday, "12:00"), at(4, "08:00")];
  const theirs = [at(monday, "09:00"), at(tuesday, "13:00"), at(5, "07:00")];
  const asked = async () => {
    const { result } = await saveBehind(mine, theirs);
    const { conflict } = result.current;
    if (!conflict) throw new Error("Nothing is asked");
    const rows = weekDifferences(mine, conflict.theirs.schedule, today, conflict.base?.schedule);
    expect(rows.map(({ label }) => label)).toEqual(["Tuesday"]);
    return result;
  };
  const afterMine = await asked();
  await act(async () => afterMine.current.keepMine());
  expect(afterMine.current.getValues("schedule")).toEqual([...mine, at(5, "07:00")]);
  const afterTheirs = await asked();
  act(() => afterTheirs.current.keepTheirs());
  expect(afterTheirs.current.getValues("schedule")).toEqual([
    ...[at(monday, "10:00"), at(tuesday, "13:00"), at(4, "08:00"), at(5, "07:00")],
  ]);
  expect(afterTheirs.current.isDirty).toBe(true);
});

test("a week saved after one that waited is merged from that one", async () => {
  const first = [at(monday, "09:00"), at(tuesday, "12:00")];
  const mine = [at(monday, "10:00"), at(tuesday, "12:00")];
  const theirs = [...first, at(5, "07:00")];
  const { result, save } = await saveBehind(mine, theirs, first);
  expect(save.mock.calls.map(([, , from]) => from?.schedule)).toEqual([base, first, theirs]);
  expect(result.current.conflict).toBeUndefined();
  expect(result.current.getValues("schedule")).toEqual([...mine, at(5, "07:00")]);
});

test("merged days that overlap past midnight are shown for the user to correct", async () => {
  const night = { day: 6, status: "A" as const, from: "22:00", to: "02:00" };
  const early = { day: 7, status: "A" as const, from: "00:00", to: "05:00" };
  const mine = [at(monday, "10:00"), night];
  const { result, save } = await saveBehind(mine, [at(monday, "11:00"), early]);
  expect(result.current.conflict).toBeDefined();
  await act(async () => result.current.keepMine());
  expect(result.current.conflict).toBeUndefined();
  expect(result.current.getValues("schedule")).toEqual([at(monday, "10:00"), night, early]);
  expect(result.current.errors.schedule).toBeDefined();
  act(() =>
    result.current.setValue("schedule", [at(monday, "10:00"), night], { shouldDirty: true }),
  );
  await act(() => result.current.submit());
  expect(save.mock.calls.at(-1)?.[1]).toBe('"2"');
});
