import { useOnline } from "../lib/use-online.ts";
import { Icon } from "./icon.tsx";
import "./offline-note.scss";

/** Says that the server is out of reach. */
export function OfflineNote() {
  if (useOnline()) return null;
  return (
    <p className="offline-banner" role="status">
      <Icon name="offline" />
      Offline. What you see may be out of date.
    </p>
  );
}
