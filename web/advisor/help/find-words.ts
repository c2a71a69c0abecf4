/**
 * The help search compares words in lower case, without accents and plural s, and by their
 * beginnings, so that `Readings` and `readin` find `reading`.
 */

/** Words that almost every page has: searched for only if the question has no others. */
const smallWords = new Set(
  "a am an and are as at be by can do does for how i if in is it me my of on or the to was what when where who why will with you your".split(
    " ",
  ),
);

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;

function folded(word: string): string {
  const plain = word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\p{M}'’]/gu, "");
  return plain.length > 3 && /[^s]s$/.test(plain) ? plain.slice(0, -1) : plain;
}

/** The search terms of a question, each once. */
export function termsOf(searchText: string): string[] {
  const words = [...new Set((searchText.match(wordPattern) ?? []).map(folded))];
  const specific = words.filter((word) => !smallWords.has(word));
  return specific.length > 0 ? specific : words;
}

/**
 * How well a word answers a term: 2 if they are equal, 1 if the word begins with the term and the
 * term has more than one letter, else 0.
 */
function closeness(word: string, term: string): 0 | 1 | 2 {
  if (word === term) return 2;
  return term.length > 1 && word.startsWith(term) ? 1 : 0;
}

/** How well a text answers each term, in the order of the terms. */
export function closenessOf(text: string, terms: readonly string[]): number[] {
  const words = (text.match(wordPattern) ?? []).map(folded);
  return terms.map((term) => Math.max(0, ...words.map((word) => closeness(word, term))));
}

export interface MarkedPart {
  text: string;
  isFound: boolean;
}

/** Splits a text into the words that answer a term and the text between them. */
export function markedParts(text: string, terms: readonly string[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!terms.some((term) => closeness(folded(word), term) > 0)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isFound: false });
    parts.push({ text: word, isFound: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}
