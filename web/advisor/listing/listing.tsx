import { isEditable } from "#shared/rules/account.ts";
import { ListingEditor } from "#web/features/listing/listing-editor.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { OwnAccount } from "../own-account.tsx";

export function Listing() {
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
            />
          )}
        </OwnAccount>
      )}
    </AdvisorFrame>
  );
}
