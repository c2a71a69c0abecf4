import "./readings.scss";

const highest = 5;

/** The text of a rating: `4 of 5`. */
export const ratingInWords = (rating: number) => `${rating} of ${highest}`;

/** A rating of 1 to 5 as stars, with a text for screen readers. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={ratingInWords(rating)}>
      {"★".repeat(rating)}
      {"☆".repeat(Math.max(0, highest - rating))}
    </span>
  );
}
