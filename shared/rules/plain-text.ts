/** A text of one line: control characters and runs of white space become one space, ends go. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** The text without its markup tags; a lone `<` (`I <3 tarot`) is no tag. */
export function withoutTags(text: string): string {
  return text.replace(/<[a-z/!?][^>]*>?/gi, "");
}
