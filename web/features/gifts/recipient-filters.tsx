import { type KeyboardEvent, useId } from "react";
import type { RecipientFilter } from "./recipients.ts";
import "./gifts.scss";

const filters: readonly { key: keyof RecipientFilter; label: string; meaning: string }[] = [
  { key: "rpc", label: "RPC at least ($)", meaning: "Revenue per call" },
  { key: "alc", label: "ALC at least (min.)", meaning: "Average length of call" },
  { key: "ufm", label: "UFM exactly (min.)", meaning: "Unused free minutes" },
];

/** These fields are inside the gift's form, and Enter must not send it. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === "Enter") event.preventDefault();
};

interface RecipientFiltersProps {
  filter: RecipientFilter;
  onFilter: (filter: RecipientFilter) => void;
}

export function RecipientFilters({ filter, onFilter }: RecipientFiltersProps) {
  const id = useId();
  return (
    <fieldset className="recipient-filters">
      <legend className="is-sr-only">Filters</legend>
      {filters.map(({ key, label, meaning }) => (
        <div key={key} className="inline-control">
          <label htmlFor={`${id}-${key}`}>{label}</label>
          <input
            id={`${id}-${key}`}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            className="input"
            title={meaning}
            value={filter[key]}
            onKeyDown={keepEnter}
            onChange={(event) => onFilter({ ...filter, [key]: event.target.value })}
          />
        </div>
      ))}
    </fieldset>
  );
}
