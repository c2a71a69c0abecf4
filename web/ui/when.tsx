/** An instant, `07/26/2026 01:00:09 PM ET`. On a phone the time is below the day. */
export function When({ text }: { text: string }) {
  const [day, ...time] = text.split(" ");
  return (
    <span className="when">
      <span>{day}</span> <span>{time.join(" ")}</span>
    </span>
  );
}
