import { createContext, memo, useContext, useId } from "react";
import type { EligibleCustomer } from "#shared/gifts.ts";
import "./gifts.scss";

interface Choice {
  chosen: ReadonlySet<number>;
  /** Always the same function, so that a tick redraws one checkbox. */
  toggle: (id: number) => void;
}

/**
 * Passes the choice directly to the checkboxes and not through the table, so that a tick redraws
 * its checkbox but no row.
 */
export const RecipientChoice = createContext<Choice>({
  chosen: new Set(),
  toggle: () => undefined,
});

interface RecipientBoxProps {
  customer: EligibleCustomer;
  /** Shown below the name if there is no column for it. */
  note?: string;
}

interface TickBoxProps extends RecipientBoxProps {
  isChosen: boolean;
  toggle: Choice["toggle"];
}

const TickBox = memo(function TickBox({ customer, note, isChosen, toggle }: TickBoxProps) {
  const id = useId();
  return (
    <label className="check-cell">
      <input
        type="checkbox"
        aria-labelledby={`${id}-name`}
        aria-describedby={note && `${id}-note`}
        checked={isChosen}
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
});

export function RecipientBox(props: RecipientBoxProps) {
  const { chosen, toggle } = useContext(RecipientChoice);
  return <TickBox {...props} isChosen={chosen.has(props.customer.user_id)} toggle={toggle} />;
}
