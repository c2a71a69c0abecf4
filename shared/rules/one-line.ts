/** What turns the direction of a text, or cannot be seen: two names that look alike are alike. */
const unseen = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** A text of one line: control characters and runs of white space become one space, ends go. */
export function oneLine(text: string): string {
  return text
    .replace(unseen, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
