/** A text of several lines without invisible characters, direction marks and control characters. */
export function visibleText(text: string): string {
  return text
    .replace(invisible, "")
    .replace(/[^\P{Cc}\t\r\n]/gu, "")
    .trim();
}

/** Invisible characters and direction marks. Without them, names that look the same are the same. */
const invisible = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Makes one line: control characters and white space become single spaces, none at the ends. */
export function oneLine(text: string): string {
  return text
    .replace(invisible, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
