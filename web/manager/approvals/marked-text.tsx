import type { Piece } from "./word-changes.ts";

interface MarkedTextProps {
  lines: readonly Piece[][];
  /** Marks the changed pieces, not by color alone. */
  as: "ins" | "del";
}

export function MarkedText({ lines, as: Mark }: MarkedTextProps) {
  return lines.map((pieces, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text can repeat a line
    <p key={line}>
      {pieces.map((piece, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a line can repeat a piece
        piece.isChanged ? <Mark key={place}>{piece.text}</Mark> : piece.text,
      )}
    </p>
  ));
}
