import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { psychicEndpoints } from "#shared/psychics.ts";
import { isEditable } from "#shared/rules/account.ts";
import { useMay } from "#web/api/use-may.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { pictureAddress } from "../picture.ts";
import { usePictureLoad } from "../use-picture-load.ts";
import { shrinkPicture } from "./shrink-picture.ts";
import { usePicture } from "./use-picture.ts";
import "./profile.scss";
import "#web/ui/status-tag.scss";

type Psychic = ResponseOf<typeof psychicEndpoints.getPsychic>;

interface PicturePanelProps {
  psychic: Psychic;
  /** A picture that a manager sends is shown at once; a pending one stays pending (D34a). */
  editor: "manager" | "psychic";
  readOnly?: boolean;
}

interface Chosen {
  file: File;
  address: string;
}

const side = 160;

/** The live picture, the pending picture, and a picture that was chosen but not sent yet. */
export function PicturePanel({ psychic, editor, readOnly = false }: PicturePanelProps) {
  const { user_id, username, image, pending_image } = psychic;
  const { busy, outcome, setOutcome, upload, approve, reject } = usePicture(user_id);
  const [chosen, setChosen] = useState<Chosen>();
  const pending = usePictureLoad(pending_image);
  const input = useRef<HTMLInputElement>(null);
  const online = useOnline();
  const isManager = editor === "manager";
  const mayDecide = useMay("approve-content") && isManager;

  // Free the memory: the browser keeps a chosen picture until its URL is revoked.
  useEffect(() => () => URL.revokeObjectURL(chosen?.address ?? ""), [chosen]);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [given] = event.target.files ?? [];
    // Allows choosing the same file again.
    event.target.value = "";
    if (!given) return;
    setOutcome(undefined);
    try {
      const file = await shrinkPicture(given);
      setChosen({ file, address: URL.createObjectURL(file) });
    } catch (error) {
      if (error instanceof Error) setOutcome({ text: error.message, failed: true });
    }
  };

  const send = async () => {
    if (!chosen) return;
    const done = isManager ? "The picture was saved." : "The picture is waiting for approval.";
    if (await upload(chosen.file, done)) setChosen(undefined);
  };

  return (
    <section className="panel picture-panel" aria-label="Picture">
      <div className="pictures">
        <figure>
          <img
            src={pictureAddress(image, "m")}
            alt={`Portrait of ${username}`}
            width={side}
            height={side}
          />
          <figcaption>{image ? "Picture" : "No picture yet"}</figcaption>
        </figure>
        {pending_image && (
          <figure>
            <img
              key={pending.key}
              src={pictureAddress(pending_image, "m")}
              alt="Submitted portrait"
              {...pending.events}
              width={side}
              height={side}
            />
            <figcaption>
              <span className="status-tag is-waiting">Pending</span>
            </figcaption>
          </figure>
        )}
        {chosen && (
          <figure>
            <img src={chosen.address} alt="Chosen portrait" width={side} height={side} />
            <figcaption>Preview</figcaption>
          </figure>
        )}
      </div>
      <div className="form-buttons">
        {pending_image && mayDecide && isEditable(psychic) && !chosen && (
          <>
            <Button
              busy={busy || pending.waits === "loading"}
              disabled={pending.waits === "failed"}
              onClick={() => approve(pending_image)}
            >
              Approve Picture
            </Button>
            <Button busy={busy} onClick={() => reject(pending_image)}>
              Reject Picture
            </Button>
            {pending.waits === "failed" && (
              <Button onClick={pending.loadAgain}>Load the Picture Again</Button>
            )}
          </>
        )}
        {chosen ? (
          <>
            <Button look="primary" busy={busy} disabled={!online} onClick={send}>
              Use This Picture
            </Button>
            <Button onClick={() => setChosen(undefined)}>Cancel</Button>
          </>
        ) : (
          !readOnly && (
            <Button disabled={!online} onClick={() => input.current?.click()}>
              Choose Picture
            </Button>
          )
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label="Picture file"
        hidden
        onChange={choose}
      />
      {!isManager && !readOnly && (
        <p className="help">Customers see a picture once your manager has approved it.</p>
      )}
      {!online && !readOnly && <p className="help">You need to be online to send a picture.</p>}
      <p className={outcome?.failed ? "help is-danger" : "help"} role="status">
        {outcome?.text}
      </p>
    </section>
  );
}
