import type { BrandKey } from "#shared/reference/brands.ts";
import { type ExceptionKind, exceptionKinds } from "#shared/rules/promised-hours.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { isDay } from "#web/lib/dates.ts";
import { isMonth, monthOf } from "./month.ts";

/** The choices of the screen. The address contains those that differ from the defaults. */
export interface TimeOffView {
  /** `YYYY-MM`. */
  month: string;
  /** A day of the month; null for all. */
  day: string | null;
  kind: ExceptionKind | null;
  brand: BrandKey | null;
  isList: boolean;
}

/** Reads the view from an address, with defaults for missing or invalid values. */
export function readTimeOff(search: URLSearchParams, today: string): TimeOffView {
  const [month, day] = [search.get("month") ?? "", search.get("day") ?? ""];
  const shown = isMonth(month) ? month : monthOf(today);
  return {
    month: shown,
    day: isDay(day) && monthOf(day) === shown ? day : null,
    kind: exceptionKinds.find((kind) => kind === search.get("kind")) ?? null,
    brand: brandFacts().find(({ key }) => key === search.get("brand"))?.key ?? null,
    isList: search.get("view") === "list",
  };
}

/** Writes a change into an address. Other rows begin on their first page. */
export function writeTimeOff(
  search: URLSearchParams,
  change: Partial<TimeOffView>,
  today: string,
): URLSearchParams {
  const view = { ...readTimeOff(search, today), ...change };
  const next = new URLSearchParams(search);
  for (const name of ["month", "day", "kind", "brand", "view", "page"]) next.delete(name);
  if (view.month !== monthOf(today)) next.set("month", view.month);
  if (view.day && monthOf(view.day) === view.month) next.set("day", view.day);
  if (view.kind) next.set("kind", view.kind);
  if (view.brand) next.set("brand", view.brand);
  if (view.isList) next.set("view", "list");
  return next;
}

/** The part of the endpoint's query that the view decides. */
export const askedOf = ({ month, day, kind, brand }: TimeOffView) => ({
  month,
  ...(day && { day }),
  ...(kind && { kind }),
  ...(brand && { brand }),
});

/** Whether the view leaves out exceptions of its month. */
export const isNarrow = ({ day, kind, brand }: TimeOffView) => Boolean(day || kind || brand);

/**
 * For TanStack: while other rows of the same month load, the earlier ones stay. Those of another
 * month would be on the wrong days.
 */
export const keepOfMonth =
  (month: string) =>
  <Data>(
    earlier: Data | undefined,
    query: { queryKey: readonly unknown[] } | undefined,
  ): Data | undefined => {
    const [, , request] = query?.queryKey ?? [];
    const asked = request as { query?: { month?: string } } | undefined;
    return asked?.query?.month === month ? earlier : undefined;
  };
