import { closenessOf } from "./find-words.ts";
import { anchorOf, type HelpBlock, type HelpPageContent, plainOf } from "./help-page-content.ts";

/** A search result: the introduction of a page, or one of its sections. */
export interface Passage {
  page: string;
  path: string;
  /** Null for the introduction of the page. */
  section: string | null;
  sentences: readonly string[];
}

const sentencesOf = (text: string) =>
  plainOf(text)
    .replaceAll(/([.?])\s+/g, "$1\0")
    .split("\0");

function textsOf(block: HelpBlock): readonly string[] {
  if (typeof block === "string") return [block];
  if ("list" in block) return block.list;
  if ("steps" in block) return block.steps;
  return block.terms.map(([term, meaning]) => `${term}: ${meaning}`);
}

export function passagesOf(
  { title, path }: { title: string; path: string },
  { lead, sections }: HelpPageContent,
): Passage[] {
  return [
    { page: title, path, section: null, sentences: sentencesOf(lead) },
    ...sections.map((section) => ({
      page: title,
      path,
      section: section.title,
      sentences: section.blocks.flatMap(textsOf).flatMap(sentencesOf),
    })),
  ];
}

/** The address of a passage: its page and section, with the words to mark. */
export function addressOfPassage({ path, section }: Passage, searchText: string): string {
  const anchor = section === null ? "" : `#${anchorOf(section)}`;
  return `${path}?${new URLSearchParams({ find: searchText })}${anchor}`;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A word in a heading says more about a passage than one in its text. */
const headingWeight = 3;

/**
 * How well a passage answers: 0 if a term is neither in it nor in its page's title. Also 0 for a
 * section if only the title has the terms: otherwise a search would find every passage of that
 * page.
 */
function rankOf({ page, section, sentences }: Passage, terms: readonly string[]): number {
  const heading = closenessOf(section ?? page, terms);
  const text = closenessOf(sentences.join(" "), terms);
  const title = closenessOf(page, terms);
  const inPassage = terms.map((_, at) => (heading[at] ?? 0) * headingWeight + (text[at] ?? 0));
  const hasEveryTerm = inPassage.every((rank, at) => rank > 0 || (title[at] ?? 0) > 0);
  return hasEveryTerm && sum(inPassage) > 0 ? sum(inPassage) + sum(title) : 0;
}

/** The passages with a rank above 0: best first, equal ones in the order of the pages. */
export function findPassages(passages: readonly Passage[], terms: readonly string[]): Passage[] {
  if (terms.length === 0) return [];
  return passages
    .map((passage) => ({ passage, rank: rankOf(passage, terms) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ passage }) => passage);
}

/** The sentence that matches the terms best; the first one among equals. */
export function tellingSentence({ sentences }: Passage, terms: readonly string[]): string {
  const ranks = sentences.map((sentence) => sum(closenessOf(sentence, terms)));
  return sentences[ranks.indexOf(Math.max(...ranks))] ?? "";
}
