import type { Reading } from "#shared/readings.ts";
import { businessTimeToSecond } from "#web/lib/dates.ts";
import { Modal } from "#web/ui/modal.tsx";
import { ratingInWords, Stars } from "./stars.tsx";
import "./readings.scss";

interface RatingModalProps {
  reading: Reading;
  onClose: () => void;
}

/** A customer's rating of a reading, with its text. */
export function RatingModal({ reading, onClose }: RatingModalProps) {
  const { username, call_date, rating, rating_text } = reading;
  return (
    <Modal title={`Rating by ${username}`} onClose={onClose}>
      {rating !== null && (
        <p className="rating-line">
          <Stars rating={rating} /> {ratingInWords(rating)}
        </p>
      )}
      <p className="letter-facts">{businessTimeToSecond(call_date)}</p>
      <p className="plain-lines">{rating_text || "The customer wrote no text."}</p>
    </Modal>
  );
}
