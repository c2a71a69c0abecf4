import type { ApprovalType } from "#shared/approvals.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { useAddress } from "#web/ui/table/use-list-view.ts";
import { useApprovalCounts } from "./use-approval-counts.ts";
import "./approvals.scss";

export const chips: readonly { type: ApprovalType | null; name: string }[] = [
  { type: null, name: "All" },
  { type: "Account", name: "Accounts" },
  { type: "Profile", name: "Profiles" },
  { type: "Listing", name: "Listings" },
  { type: "Picture", name: "Pictures" },
];

/** The type in the address; null for all. */
export function useChosenType() {
  const [search, write] = useAddress();
  const chip = chips.find(({ type }) => type !== null && type === search.get("type"));
  const choose = (type: ApprovalType | null) =>
    write((now) => {
      const next = new URLSearchParams(now);
      next.delete("page");
      if (type) next.set("type", type);
      else next.delete("type");
      return next;
    });
  return { type: chip?.type ?? null, name: chip?.name.toLowerCase() ?? "approvals", choose };
}

/** Chooses the type of the listed approvals. Each chip has its number. */
export function TypeChips() {
  const chosen = useChosenType();
  const { counts, all } = useApprovalCounts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label="Type" className="type-chips">
      {chips.map(({ type, name }) => {
        const count = type ? counts?.[type] : all;
        return (
          <button
            key={name}
            type="button"
            className={count === 0 ? "type-chip is-empty" : "type-chip"}
            aria-pressed={type === chosen.type}
            onClick={() => chosen.choose(type)}
          >
            {name} <span>{count === undefined ? "" : writtenCount(count)}</span>
          </button>
        );
      })}
    </div>
  );
}
