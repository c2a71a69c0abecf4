import { Link, useLocation } from "react-router-dom";
import { localTime } from "../lib/dates.ts";
import { useOnline } from "../lib/use-online.ts";
import { useKeptAsOf } from "../pwa/kept/use-kept-as-of.ts";
import { isStuck } from "../pwa/outbox/entry.ts";
import { useUnsentEdits } from "../pwa/outbox/use-unsent-edits.ts";
import { Icon } from "../ui/icon.tsx";
import "../ui/offline-note.scss";

const counted = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${count} ${more}`;

/** Describes the unsent edits; those that need attention come first. */
function waitingWords(stuck: number, open: number): string {
  const parts = [
    stuck > 0 && `${counted(stuck, "edit needs", "edits need")} your attention`,
    open > 0 && `${counted(open, "edit is", "edits are")} waiting to send`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Shown above every screen: whether the app is offline, the data's age, and unsent edits (D41). */
export function OfflineNotes() {
  const online = useOnline();
  const asOf = useKeptAsOf(online);
  const { pathname } = useLocation();
  const edits = useUnsentEdits();
  const stuck = edits.filter(({ entry }) => isStuck(entry)).length;
  // Only edits of the data that this screen shows. Reports and gifts have no overlay, because no
  // screen shows unsent ones.
  const here = edits.filter(
    ({ thing }) => thing?.overlay && thing.screen === pathname.toLowerCase(),
  );
  const missing = here.filter(({ entry }) => isStuck(entry)).length;
  const isQuiet = online && asOf === null && edits.length === 0;
  return (
    <div role="status">
      {!isQuiet && (
        <p className="offline-banner">
          {!online && <Icon name="offline" />}
          <span>
            {!online && "Offline. "}
            {asOf !== null && `As of ${localTime(new Date(asOf).toISOString())}, your time. `}
            {here.length > missing && "This page includes edits that are not sent yet. "}
            {missing > 0 && "This page does not include all of your edits. "}
            {edits.length > 0 && (
              <Link to="/psychic/waiting">{waitingWords(stuck, edits.length - stuck)}</Link>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
