import { oneLine } from "./one-line.ts";

const tag = /^<(!|\/?[a-z])/i;
const lineBreak = /^<\/?(p|br|div|li|h[1-6])\b/i;

/** Enough characters for the longest tag that `lineBreak` matches. */
const headLength = 8;

/**
 * Removes tags, including those that appear only after others are removed. The tags of blocks, and
 * `<br>`, become line breaks. `5 < 6` and `<3` stay. Takes linear time.
 */
export function stripMarkup(text: string): string {
  if (!text.includes("<")) return text;
  const kept: string[] = [];
  // Where in `kept` each `<` that is still open begins, the innermost last.
  const open: number[] = [];
  for (const sign of text) {
    if (sign === "<") open.push(kept.length);
    kept.push(sign);
    if (sign !== ">") continue;
    // A `<` that begins no tag is text, and may be within a tag: `<img alt=<3>`.
    for (let start = open.pop(); start !== undefined; start = open.pop()) {
      const head = kept.slice(start, start + headLength).join("");
      if (!tag.test(head)) continue;
      kept.length = start;
      if (lineBreak.test(head)) kept.push("\n");
      break;
    }
  }
  return kept.join("");
}

// Outside tags all characters are text, quotes too.
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const escapeText = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
const unescapeText = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (escaped, name) => signs[name] ?? escaped);

/**
 * Splits a text into trimmed lines without markup, and drops empty lines. A text that begins with
 * `<p>` counts as the output of `paragraphsOf`, so that a client can send back what it received.
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
