import { createContext, useContext, useId } from "react";
import type { EligibleCustomer } from "#shared/gifts.ts";
import "./gifts.scss";

interface Choice {
  chosen: ReadonlySet<number>;
  toggle: (id: number) => void;
}

/** Passes the choice around the table, so that a tick redraws the checkboxes but not the rows. */
export const RecipientChoice = createContext<Choice>({
  chosen: new Set(),
  toggle: () => undefined,
});

interface RecipientBoxProps {
  customer: EligibleCustomer;
  /** Shown below the name if there is no column for it. */
  note?: string;
}

export function RecipientBox({ customer, note }: RecipientBoxProps) {
  const { chosen, toggle } = useContext(RecipientChoice);
  const id = useId();
  return (
    <label className="check-cell">
      <input
        type="checkbox"
        aria-labelledby={`${id}-name`}
        aria-describedby={note && `${id}-note`}
        checked={chosen.has(customer.user_id)}
        onChange={() => toggle(customer.user_id)}
      />
      <span>
        <span id={`${id}-name`}>{customer.user_name}</span>
        {note && (
          <small id={`${id}-note`} className="cell-note">
            {note}
          </small>
        )}
      </span>
    </label>
  );
}
