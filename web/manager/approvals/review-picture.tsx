import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pictureEndpoints } from "#shared/pictures.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { pictureAddress } from "#web/features/picture.ts";
import { type ReviewProps, ReviewState } from "./review-state.tsx";
import { VerdictButtons } from "./verdict-buttons.tsx";
import "./approvals.scss";

const side = 240;

/** A pending picture beside the live one. */
export function ReviewPicture({ userId, onDecided }: ReviewProps) {
  const request = { params: { id: String(userId) } };
  const { data, error, refetch } = useQuery(query(psychicEndpoints.getPsychic, request));
  const [seen, setSeen] = useState<string | null>(null);
  if (!data?.pending_image) return <ReviewState loaded={data} error={error} onRetry={refetch} />;
  // Decides the picture that the manager saw, not one that was sent in the meantime.
  const decision = { ...request, body: { image: data.pending_image } };
  return (
    <>
      <div className="compared-pictures">
        <figure>
          <img
            src={pictureAddress(data.image, "l")}
            alt={`Portrait of ${data.username}, live`}
            width={side}
            height={side}
          />
          <figcaption>{data.image ? "Live now" : "No picture yet"}</figcaption>
        </figure>
        <figure>
          <img
            // A new element for a new picture: the old one would show until that has loaded.
            key={data.pending_image}
            src={pictureAddress(data.pending_image, "l")}
            alt={`Portrait of ${data.username}, waiting`}
            onLoad={() => setSeen(data.pending_image)}
            width={side}
            height={side}
          />
          <figcaption>Waiting</figcaption>
        </figure>
      </div>
      <VerdictButtons
        userId={userId}
        what="Picture"
        version={data.pending_image}
        isSeen={seen === data.pending_image}
        takesReason={false}
        approve={() => save(pictureEndpoints.approvePicture, decision)}
        reject={() => save(pictureEndpoints.rejectPicture, decision)}
        onDecided={onDecided}
      />
    </>
  );
}
