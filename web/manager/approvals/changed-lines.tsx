interface ChangedLinesProps {
  text: string;
  /** The other version: lines that it lacks are marked. */
  other: string;
  as: "ins" | "del";
}

/** A text line by line; those that the other version lacks are marked, not by colour alone. */
export function ChangedLines({ text, other, as: Mark }: ChangedLinesProps) {
  if (text === "") return <>–</>;
  const known = new Set(other.split("\n"));
  return text.split("\n").map((line, place) =>
    known.has(line) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
      <p key={place}>{line}</p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
      <p key={place}>
        <Mark>{line}</Mark>
      </p>
    ),
  );
}
