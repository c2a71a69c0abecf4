import { isEditable } from "#shared/rules/account.ts";
import { useMay } from "#web/api/use-may.ts";
import { ListingEditor } from "#web/features/listing/listing-editor.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";
import { ListingDecision } from "./listing-decision.tsx";

export function PsychicListing() {
  const mayEdit = useMay("edit-psychics");
  const mayDecide = useMay("approve-content");
  return (
    <PsychicFrame screen="Listing">
      {(psychic) => (
        <ListingEditor
          id={psychic.user_id}
          viewer="manager"
          editable={isEditable(psychic)}
          {...(!mayEdit && { locked: "Your role lets you see this listing, but not change it." })}
          decision={(version) =>
            mayDecide && <ListingDecision userId={psychic.user_id} version={version} />
          }
        />
      )}
    </PsychicFrame>
  );
}
