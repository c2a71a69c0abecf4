/**
 * Explains when the figures are refreshed and what counts as new.
 * @param isOwn the psychic's own figures.
 * @param isBelow below the figures, not below the heading.
 */
export function StatisticsNotes({ isOwn = false, isBelow = false }) {
  return (
    <p className={isBelow ? "screen-note is-below" : "screen-note"}>
      Data updates daily at 7am, 10am, 1pm, 4pm, 7pm and 10pm, New York time; a missed update runs
      later. ‘New’ calls and minutes means a customer new to {isOwn ? "you" : "that psychic"} during
      the first 24 hours.
    </p>
  );
}
