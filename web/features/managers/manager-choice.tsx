import type { Manager } from "#shared/managers.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { Field } from "#web/ui/field.tsx";
import { managerName, useManagerList } from "./use-managers.ts";

interface ManagerChoiceProps {
  label: string;
  /** Who can be chosen; default everybody. */
  among?: (manager: Manager) => boolean;
  /** The user_id as a text; empty if nobody is chosen. */
  chosen: string;
  onChoose: (id: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
}

/** Chooses a member of staff to whom psychics or applications can belong. */
export function ManagerChoice(props: ManagerChoiceProps) {
  const { label, among = () => true, chosen, onChoose, error, hint } = props;
  const { managers, error: failure } = useManagerList();
  const isFailed = !managers && failure !== null;
  return (
    <Field label={label} error={isFailed ? sentenceOf(failure) : error} hint={hint}>
      {(input) => (
        <div className="select is-fullwidth">
          <select {...input} value={chosen} onChange={(event) => onChoose(event.target.value)}>
            <option value="">{managers ? "Choose" : isFailed ? "Not Loaded" : "Loading"}</option>
            {managers?.filter(among).map((manager) => (
              <option key={manager.user_id} value={manager.user_id}>
                {managerName(manager)}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
