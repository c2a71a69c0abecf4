import { SentGifts } from "#web/features/gifts/sent-gifts.tsx";
import { PsychicFrame } from "../psychic-frame.tsx";

export function PsychicSent() {
  return (
    <PsychicFrame screen="Sent Gifts">
      {({ user_id, username }) => (
        <SentGifts psychicId={user_id} username={username} title="Sent Gifts" composer="Compose" />
      )}
    </PsychicFrame>
  );
}
