import { isEditable } from "#shared/rules/account.ts";
import { ComposeGift } from "#web/features/gifts/compose-gift.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";
import { OwnAccount } from "../own-account.tsx";

export function SendGifts() {
  return (
    <AdvisorFrame title="Send Gifts">
      {({ user_id }) => (
        <OwnAccount id={user_id}>
          {(account) =>
            isEditable(account) ? (
              <ComposeGift psychicId={user_id} sentPath="/psychic/sent" />
            ) : (
              <EmptyPanel
                title="Gifts cannot be sent yet"
                text="Your account is waiting for approval. Your manager can tell you more."
              />
            )
          }
        </OwnAccount>
      )}
    </AdvisorFrame>
  );
}
