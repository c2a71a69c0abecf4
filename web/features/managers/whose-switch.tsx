import { Segment } from "#web/ui/segment.tsx";
import { type Belonging, useManagedBy } from "./use-managed-by.ts";

const options = [
  { key: "all", name: "All" },
  { key: "mine", name: "Mine" },
] as const;

/**
 * Narrows the lists to what belongs to the user. Roles to which nothing can belong have no switch.
 * @param onChange for a list in pages, which has to return to its first one.
 */
export function WhoseSwitch({ of, onChange }: { of: Belonging; onChange?: () => void }) {
  const { isMine, canOwn, choose } = useManagedBy(of);
  if (!canOwn) return null;
  return (
    <Segment
      label="Whose"
      options={options}
      chosen={isMine ? "mine" : "all"}
      onChoose={(chosen) => {
        choose(chosen);
        onChange?.();
      }}
    />
  );
}
