import { oneLine } from "./one-line.ts";

const tag = /^<(!|\/?[a-z])/i;
const lineBreak = /^<\/?(p|br|div|li|h[1-6])\b/i;

/** Long enough for the longest name that `lineBreak` looks for, with what follows it. */
const headLength = 8;

/** A text that grows: its pieces, and how it begins. Joining them at each step would be O(n²). */
interface Growing {
  head: string;
  pieces: string[];
}

const growing = (): Growing => ({ head: "", pieces: [] });

function append(text: Growing, piece: string): void {
  text.pieces.push(piece);
  if (text.head.length < headLength) text.head += piece.slice(0, headLength - text.head.length);
}

/**
 * A text without its tags, also those that only appear when others are gone; the ends of blocks
 * become line breaks. `5 < 6` and `<3` are no tags. Takes time in proportion to the text.
 */
export function stripMarkup(text: string): string {
  const outside = growing();
  // A text for every `<` that has found no end yet, the innermost last.
  const open: Growing[] = [];
  for (const piece of text.match(/<?[^<>]*>?/g) ?? []) {
    if (piece.startsWith("<")) open.push(growing());
    const inner = open.at(-1) ?? outside;
    append(inner, piece);
    if (inner === outside || !piece.endsWith(">") || !tag.test(inner.head)) continue;
    open.pop();
    if (lineBreak.test(inner.head)) append(open.at(-1) ?? outside, "\n");
  }
  return [outside, ...open].map(({ pieces }) => pieces.join("")).join("");
}

// Between tags nothing else has a meaning; quotes stay as people wrote them.
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const escapeText = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
const unescapeText = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (escaped, name) => signs[name] ?? escaped);

/**
 * The lines of a text without markup, trimmed and without empty ones. A text that begins with `<p>`
 * is taken for one that `paragraphsOf` made, so that what was read can be sent again.
 */
export function linesOf(text: string): string[] {
  const bare = stripMarkup(text);
  const plain = /^\s*<p[\s>]/i.test(text) ? stripMarkup(unescapeText(bare)) : bare;
  return plain
    .split(/\r\n?|\n/)
    .map(oneLine)
    .filter((line) => line !== "");
}

/** Lines as markup that is safe to show as such: each a paragraph of escaped text (D33). */
export function paragraphsOf(lines: readonly string[]): string {
  return lines.map((line) => `<p>${escapeText(line)}</p>`).join("");
}
