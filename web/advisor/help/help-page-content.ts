/** Plain text, with links to the portal's screens in it: `[words](/psychic/listing)`. */
export type Words = string;

/** A paragraph, a list, steps in their order, or terms with their meanings. */
export type HelpBlock =
  | Words
  | { list: readonly Words[] }
  | { steps: readonly Words[] }
  | { terms: readonly (readonly [term: Words, meaning: Words])[] };

export interface HelpSection {
  /** Often a question. Unique on its page, because the section's address is made from it. */
  title: string;
  blocks: readonly HelpBlock[];
}

export interface HelpPageContent {
  /** The introduction, before the sections. */
  lead: Words;
  sections: readonly HelpSection[];
}

/** The end of a section's address: `when-you-are-paid`. */
export const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** A piece of a text; one with an address is a link. */
export interface WordsPart {
  text: string;
  to?: string;
}

const link = /\[([^\]]+)\]\(([^)]+)\)/g;

export function partsOf(words: Words): WordsPart[] {
  const parts: WordsPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: text = "", 2: to = "", index } of words.matchAll(link)) {
    if (index > end) parts.push({ text: words.slice(end, index) });
    parts.push({ text, to });
    end = index + whole.length;
  }
  if (end < words.length) parts.push({ text: words.slice(end) });
  return parts;
}

/** The text as users read it, without the addresses of its links. */
export const plainOf = (words: Words) =>
  partsOf(words)
    .map(({ text }) => text)
    .join("");
