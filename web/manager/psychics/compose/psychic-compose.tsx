import { isEditable } from "#shared/rules/account.ts";
import { useMay } from "#web/api/use-may.ts";
import { ComposeGift } from "#web/features/gifts/compose-gift.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { type Psychic, PsychicFrame } from "../psychic-frame.tsx";

/** The reason why nobody can send gifts for an account that cannot be edited (D4). */
const reasonOf = ({ account_status }: Psychic) =>
  account_status === "Blacklist"
    ? "The account is on the Blacklist. You can change its status on the Summary."
    : "The account is Pending and requires approval. Approve its profile, or change its status on the Summary.";

const roleReason = "Your role lets you see the gifts of this account, but not send any.";

export function PsychicCompose() {
  const mayEdit = useMay("edit-psychics");
  return (
    <PsychicFrame screen="Compose">
      {(psychic) =>
        mayEdit && isEditable(psychic) ? (
          <ComposeGift psychicId={psychic.user_id} sentPath={`/psychics/${psychic.user_id}/sent`} />
        ) : (
          <EmptyPanel
            title="Gifts cannot be sent for this account"
            text={mayEdit ? reasonOf(psychic) : roleReason}
          />
        )
      }
    </PsychicFrame>
  );
}
