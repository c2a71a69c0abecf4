import { SentGifts } from "#web/features/gifts/sent-gifts.tsx";
import { AdvisorFrame } from "../advisor-frame.tsx";

export function Sent() {
  return (
    <AdvisorFrame title="Sent Gifts">
      {({ user_id, username }) => (
        <SentGifts psychicId={user_id} username={username} composer="Send Gifts" />
      )}
    </AdvisorFrame>
  );
}
