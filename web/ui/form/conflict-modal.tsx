import { Button } from "../button.tsx";
import { Modal } from "../modal.tsx";
import "./conflict-modal.scss";
import "../table/data-table.scss";
import "../table/data-table-phone.scss";

/** The texts of a field that differs between the two versions. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

interface ConflictModalProps {
  differences: readonly Difference[];
  busy: boolean;
  /** Why mine can never be saved, if so. */
  locked?: string | undefined;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved the same thing, so the user chooses a version. Until then both exist. */
export function ConflictModal(props: ConflictModalProps) {
  const { differences, busy } = props;
  return (
    <Modal title="This Has Changed" onClose={props.onClose}>
      <p>
        Somebody else, or you in another window, saved this while you were editing.{" "}
        {props.locked ?? "Which version do you want to keep?"}
      </p>
      <div className="table-scroller conflict-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Mine</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, mine, theirs }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{mine || "–"}</td>
                <td>{theirs || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="form-buttons">
        {!props.locked && (
          <Button look="primary" busy={busy} onClick={props.onMine}>
            Keep mine
          </Button>
        )}
        <Button onClick={props.onTheirs}>Keep theirs</Button>
      </div>
    </Modal>
  );
}
