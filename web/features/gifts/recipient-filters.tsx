import { type InputHTMLAttributes, type KeyboardEvent, useId } from "react";
import type { RecipientFilter } from "./recipients.ts";
import "./gifts.scss";

interface Filter {
  key: keyof RecipientFilter;
  label: string;
  meaning: string;
  input: InputHTMLAttributes<HTMLInputElement>;
}

const figure = { type: "number", inputMode: "decimal", min: 0, step: "any" } as const;
const name = {
  type: "text",
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

const filters: readonly Filter[] = [
  {
    key: "member",
    label: "Customer contains",
    meaning: "A part of the customer's name",
    input: name,
  },
  { key: "rpc", label: "RPC at least ($)", meaning: "Revenue per call", input: figure },
  { key: "alc", label: "ALC at least (min.)", meaning: "Average length of call", input: figure },
  { key: "ufm", label: "UFM exactly (min.)", meaning: "Unused free minutes", input: figure },
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
      {filters.map(({ key, label, meaning, input }) => (
        <div key={key} className="inline-control">
          <label htmlFor={`${id}-${key}`}>{label}</label>
          <input
            {...input}
            id={`${id}-${key}`}
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
