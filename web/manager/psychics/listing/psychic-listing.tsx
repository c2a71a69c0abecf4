import { isEditable } from "#shared/rules/account.ts";
import { ListingEditor } from "#web/features/listing/listing-editor.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";
import { ListingDecision } from "./listing-decision.tsx";

export function PsychicListing() {
  return (
    <PsychicFrame screen="Listing">
      {(psychic) => (
        <ListingEditor
          id={psychic.user_id}
          viewer="manager"
          editable={isEditable(psychic)}
          decision={(version) => <ListingDecision userId={psychic.user_id} version={version} />}
        />
      )}
    </PsychicFrame>
  );
}
