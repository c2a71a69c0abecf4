import type { ApprovalType } from "#shared/approvals.ts";
import { Chip, Chips } from "#web/ui/chips.tsx";
import { useAddress } from "#web/ui/table/use-list-view.ts";
import { useApprovalCounts } from "./use-approval-counts.ts";

const chips: readonly { type: ApprovalType | null; name: string }[] = [
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
    <Chips label="Type">
      {chips.map(({ type, name }) => (
        <Chip
          key={name}
          name={name}
          count={type ? counts?.[type] : all}
          isChosen={type === chosen.type}
          onChoose={() => chosen.choose(type)}
        />
      ))}
    </Chips>
  );
}
