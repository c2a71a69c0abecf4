import type { EligibleCustomer } from "#shared/gifts.ts";
import { compareTexts } from "#shared/rules/text-order.ts";
import type { Sort } from "#web/ui/table/table-head.tsx";

/** The text of each filter. An empty text does not filter, nor does a figure that is no number. */
export interface RecipientFilter {
  /** A part of the username, regardless of case. */
  member: string;
  /** Revenue per call, at least. */
  rpc: string;
  /** Average length of call, at least. */
  alc: string;
  /** Unused free minutes, exactly. */
  ufm: string;
}

export const noFilter: RecipientFilter = { member: "", rpc: "", alc: "", ufm: "" };

function wanted(text: string): number | null {
  const figure = Number(text);
  return text.trim() === "" || Number.isNaN(figure) ? null : figure;
}

/**
 * V30: RPC and ALC are greater or equal, UFM is an exact match. A customer whose RPC is hidden
 * (D23c) matches no RPC filter.
 */
export function filtered(
  customers: readonly EligibleCustomer[],
  filter: RecipientFilter,
): readonly EligibleCustomer[] {
  const [rpc, alc, ufm] = [filter.rpc, filter.alc, filter.ufm].map(wanted);
  const member = filter.member.trim().toLowerCase();
  return customers.filter(
    (customer) =>
      customer.user_name.toLowerCase().includes(member) &&
      (rpc == null || (customer.rev_per_call !== null && customer.rev_per_call >= rpc)) &&
      (alc == null || customer.alc >= alc) &&
      (ufm == null || customer.redeemable_minutes === ufm),
  );
}

function compared(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareTexts(String(a), String(b));
}

/** Sorts in the browser, which has all rows, so that no chosen customer disappears. */
export function sorted(
  customers: readonly EligibleCustomer[],
  { column, order }: Sort,
): readonly EligibleCustomer[] {
  const key = column as keyof EligibleCustomer;
  const turn = order === "desc" ? -1 : 1;
  return [...customers].sort((a, b) => {
    const [one, other] = [a[key], b[key]];
    // Hidden values come last in both orders.
    if (one === null || other === null) {
      return Number(one === null) - Number(other === null) || a.user_id - b.user_id;
    }
    return turn * compared(one, other) || a.user_id - b.user_id;
  });
}

/** Filters ids to customers who may still get a gift; returns all while that is unknown. */
export function stillEligible(
  ids: readonly number[],
  customers: readonly EligibleCustomer[] | undefined,
): number[] {
  if (!customers) return [...ids];
  const eligible = new Set(customers.map(({ user_id }) => user_id));
  return ids.filter((id) => eligible.has(id));
}

/** The most names to list. */
const namesAtMost = 20;

/** The names of ids: `ada, Bea and 3 more`. */
export function writtenNames(
  ids: readonly number[],
  customers: readonly Pick<EligibleCustomer, "user_id" | "user_name">[],
  atMost = namesAtMost,
): string {
  const names = new Map(customers.map(({ user_id, user_name }) => [user_id, user_name]));
  const known = ids.flatMap((id) => names.get(id) ?? []).slice(0, atMost);
  if (known.length === 0) return "";
  const more = ids.length - known.length;
  return `${known.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
