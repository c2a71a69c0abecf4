import { useMay } from "#web/api/use-may.ts";
import { KnownLink } from "#web/ui/known-paths.tsx";
import "./floor-marks.scss";

const marks = [
  {
    mark: "not on",
    meaning:
      "Promised hours have begun, and the psychic is Unavailable. A reminder goes to the psychic once, five minutes after they have begun.",
  },
  {
    mark: "No answer yet",
    meaning:
      "A booked call begins within two minutes or began up to five minutes ago, and nobody has said Ready, Running late or Can't. The psychic was asked 15 and 5 minutes before. A psychic who is Busy at that time may be on the call, so the mark ends.",
  },
  {
    mark: "Can't take it",
    meaning:
      "The psychic has said Can't about the next booked call. The phone and chat system knows it, too. The mark ends five minutes after the call's time, or when the call is canceled or moved.",
  },
];

/** What the marks in the list mean, and what the psychic was asked (S28). */
export function FloorMarks() {
  const isTold = useMay("edit-psychics");
  return (
    <details className="floor-marks">
      <summary>What the marks mean</summary>
      <dl>
        {marks.map(({ mark, meaning }) => (
          <div key={mark}>
            <dt>{mark}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      {isTold && (
        <p>
          <KnownLink to="/notifications">Notifications</KnownLink> tell you of the last two on your
          devices.
        </p>
      )}
    </details>
  );
}
