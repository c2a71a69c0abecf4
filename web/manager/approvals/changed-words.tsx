import { wordChanges } from "./word-changes.ts";

interface ChangedWordsProps {
  text: string;
  /** The other version: words that it lacks are marked. */
  other: string;
  as: "ins" | "del";
}

/**
 * A text line by line; what the other version lacks is marked, not by colour alone. Beside nothing
 * all of it is new, which needs no marks.
 */
export function ChangedWords({ text, other, as: Mark }: ChangedWordsProps) {
  if (text === "") return <>–</>;
  return wordChanges(text, other || text).map((pieces, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
    <p key={line}>
      {pieces.map((piece, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand twice
        piece.isChanged ? <Mark key={place}>{piece.text}</Mark> : piece.text,
      )}
    </p>
  ));
}
