import { markedParts } from "./find-words.ts";

/** A text with the words marked that were searched for. */
export function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  if (terms.length === 0) return text;
  return markedParts(text, terms).map((part, place) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a text has nothing but its place
      <mark key={place}>{part.text}</mark>
    ) : (
      part.text
    ),
  );
}
