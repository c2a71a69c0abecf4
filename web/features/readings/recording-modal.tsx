import { useRef, useState } from "react";
import { type Reading, readingEndpoints } from "#shared/readings.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { addressOf } from "#web/api/address.ts";
import { businessTimeToSecond } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Modal } from "#web/ui/modal.tsx";
import "./readings.scss";

interface RecordingModalProps {
  psychicId: number;
  /** A reading with a recording. */
  reading: Reading;
  connection: string;
  onClose: () => void;
}

/** Plays the recording of a call, and offers it as a download. */
export function RecordingModal(props: RecordingModalProps) {
  const { psychicId, reading, connection, onClose } = props;
  const player = useRef<HTMLAudioElement>(null);
  const [failed, setFailed] = useState(false);
  const date = newYorkDay(Date.parse(reading.call_date)).replaceAll("-", "");
  const address = addressOf(readingEndpoints.getRecording, {
    params: { id: psychicId, date, connection },
  });

  const tryAgain = () => {
    setFailed(false);
    // The pressed button disappears, so the focus moves to the player.
    player.current?.focus();
    player.current?.load();
  };

  return (
    <Modal title={`Call with ${reading.username}`} onClose={onClose}>
      <p className="letter-facts">
        {businessTimeToSecond(reading.call_date)}, {reading.duration} min.
      </p>
      {/* biome-ignore lint/a11y/useMediaCaption: the platform records calls without captions */}
      <audio
        ref={player}
        controls
        // Not preloaded: the server counts any request as a play.
        preload="none"
        src={address}
        aria-label={`Recording of the call with ${reading.username}`}
        className="player"
        onError={() => setFailed(true)}
      />
      <p className="help is-danger" role="alert">
        {failed && "The recording could not be loaded. It may not have arrived yet."}
      </p>
      <div className="form-buttons">
        {failed && <Button onClick={tryAgain}>Try Again</Button>}
        <a className="button" href={address} download={`${date} ${connection}.wav`}>
          <Icon name="download" size={18} />
          Download
        </a>
      </div>
    </Modal>
  );
}
