import { oneLine } from "./one-line.ts";

const tag = /^<(!|\/?[a-z])/i;
const lineBreak = /^<\/?(p|br|div|li|h[1-6])\b/i;

/** Enough characters for the longest tag that `lineBreak` matches. */
const headLength = 8;

/** A text under construction: its pieces and its first characters. Joining each time would be O(n²). */
interface TextBuilder {
  head: string;
  pieces: string[];
}

const textBuilder = (): TextBuilder => ({ head: "", pieces: [] });

function append(text: TextBuilder, piece: string): void {
  text.pieces.push(piece);
  if (text.head.length < headLength) text.head += piece.slice(0, headLength - text.head.length);
}

/**
 * Removes tags, including those that appear only after others are removed. Block ends become line
 * breaks. `5 < 6` and `<3` stay. Takes linear time.
 */
export function stripMarkup(text: string): string {
  const outside = textBuilder();
  // One text for each `<` that is still open, the innermost last.
  const open: TextBuilder[] = [];
  for (const piece of text.match(/<?[^<>]*>?/g) ?? []) {
    if (piece.startsWith("<")) open.push(textBuilder());
    const inner = open.at(-1) ?? outside;
    append(inner, piece);
    if (inner === outside || !piece.endsWith(">") || !tag.test(inner.head)) continue;
    open.pop();
    if (lineBreak.test(inner.head)) append(open.at(-1) ?? outside, "\n");
  }
  return [outside, ...open].map(({ pieces }) => pieces.join("")).join("");
}

// Outside tags all characters are text, quotes too.
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const escapeText = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
const unescapeText = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (escaped, name) => signs[name] ?? escaped);

/**
 * The lines of a text, without markup, trimmed, without empty lines. We assume that `paragraphsOf`
 * made a text that begins with `<p>`, so that a client can send back what it received.
 */
export function linesOf(text: string): string[] {
  const bare = stripMarkup(text);
  const plain = /^\s*<p[\s>]/i.test(text) ? stripMarkup(unescapeText(bare)) : bare;
  return plain
    .split(/\r\n?|\n/)
    .map(oneLine)
    .filter((line) => line !== "");
}

/** Turns lines into safe markup: one paragraph of escaped text each (D33). */
export function paragraphsOf(lines: readonly string[]): string {
  return lines.map((line) => `<p>${escapeText(line)}</p>`).join("");
}
