import { markedParts } from "./find-words.ts";

/** A text with the search terms marked. */
export function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  if (terms.length === 0) return text;
  return markedParts(text, terms).map((part, place) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text has no other key than its index
      <mark key={place}>{part.text}</mark>
    ) : (
      part.text
    ),
  );
}
