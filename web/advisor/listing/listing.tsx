import { Link } from "react-router-dom";
import { isEditable } from "#shared/rules/account.ts";
import { ListingEditor } from "#web/features/listing/listing-editor.tsx";
import { isStuck } from "#web/pwa/outbox/entry.ts";
import { useUnsentEdits } from "#web/pwa/outbox/use-unsent-edits.ts";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { OwnAccount } from "../own-account.tsx";

const unsentNote = (
  <>
    Not sent yet. It is sent when you are online. <Link to="/psychic/waiting">Waiting to send</Link>
  </>
);

export function Listing() {
  // A stuck edit is not shown as the listing.
  const isUnsent = useUnsentEdits().some(
    ({ entry, thing }) => thing?.name === "listing" && !isStuck(entry),
  );
  return (
    <AdvisorFrame title="Listing">
      {({ user_id }) => (
        <OwnAccount id={user_id}>
          {(account) => (
            <ListingEditor
              id={user_id}
              viewer="psychic"
              editable={isEditable(account)}
              psychic={account}
              unsent={isUnsent ? unsentNote : undefined}
            />
          )}
        </OwnAccount>
      )}
    </AdvisorFrame>
  );
}
