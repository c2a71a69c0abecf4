import { oneLine } from "./one-line.ts";

const tag = /^<(!|\/?[a-z])/i;
const lineBreak = /^<\/?(p|br|div|li|h[1-6])\b/i;

/**
 * A text without its tags, also those that only appear when others are gone; the ends of blocks
 * become line breaks. `5 < 6` and `<3` are no tags. Takes time in proportion to the text.
 */
export function stripMarkup(text: string): string {
  // A text for every `<` that has found no end yet; in front what comes before the first.
  const open = [""];
  const append = (part: string) => open.push((open.pop() ?? "") + part);
  for (const part of text.match(/<?[^<>]*>?/g) ?? []) {
    if (part.startsWith("<")) open.push(part);
    else append(part);
    const last = open.at(-1) ?? "";
    if (!part.endsWith(">") || !tag.test(last)) continue;
    open.pop();
    if (lineBreak.test(last)) append("\n");
  }
  return open.join("");
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
