import { useQuery } from "@tanstack/react-query";
import { pictureEndpoints } from "#shared/pictures.ts";
import { psychicEndpoints } from "#shared/psychics.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { pictureAddress } from "#web/features/picture.ts";
import { usePictureLoad } from "#web/features/use-picture-load.ts";
import { Button } from "#web/ui/button.tsx";
import { type ReviewProps, ReviewState } from "./review-state.tsx";
import { VerdictButtons } from "./verdict-buttons.tsx";
import "./approvals.scss";

const side = 240;

/** A pending picture beside the live one. */
export function ReviewPicture({ userId, onDecided }: ReviewProps) {
  const request = { params: { id: String(userId) } };
  const { data, error, refetch } = useQuery(query(psychicEndpoints.getPsychic, request));
  const picture = usePictureLoad(data?.pending_image);
  if (!data?.pending_image) return <ReviewState loaded={data} error={error} onRetry={refetch} />;
  // The decision is about the picture that the manager saw, not about one sent in the meantime.
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
            key={picture.key}
            src={pictureAddress(data.pending_image, "l")}
            alt={`Portrait of ${data.username}, waiting`}
            {...picture.events}
            width={side}
            height={side}
          />
          <figcaption>
            {picture.waits === "failed" ? (
              <Button onClick={picture.loadAgain}>The picture did not load. Try Again</Button>
            ) : (
              "Waiting"
            )}
          </figcaption>
        </figure>
      </div>
      <VerdictButtons
        userId={userId}
        what="Picture"
        version={data.pending_image}
        waits={picture.waits}
        takesReason={false}
        approve={() => save(pictureEndpoints.approvePicture, decision)}
        reject={() => save(pictureEndpoints.rejectPicture, decision)}
        onDecided={onDecided}
      />
    </>
  );
}
