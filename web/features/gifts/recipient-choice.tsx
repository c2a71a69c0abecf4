import { createContext, useContext } from "react";
import type { EligibleCustomer } from "../../../shared/gifts.ts";

interface Choice {
  chosen: ReadonlySet<number>;
  toggle: (id: number) => void;
}

/** Who is chosen, past the table: a tick redraws the boxes and not the rows. */
export const RecipientChoice = createContext<Choice>({
  chosen: new Set(),
  toggle: () => undefined,
});

export function RecipientBox({ customer }: { customer: EligibleCustomer }) {
  const { chosen, toggle } = useContext(RecipientChoice);
  return (
    <label className="check-cell">
      <input
        type="checkbox"
        checked={chosen.has(customer.user_id)}
        onChange={() => toggle(customer.user_id)}
      />
      <span>{customer.user_name}</span>
    </label>
  );
}
