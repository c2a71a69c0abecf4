/** A piece of a text, and whether the other version lacks it. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

/** Past so many comparisons (some 2,000 words changed on both sides) all between counts as changed. */
const comparisonsAtMost = 4_000_000;
/** What two passages must share of the longer one's words to be compared word by word. */
const kinship = 0.3;

const wordPattern = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;
const wordsOf = (line: string) => line.match(wordPattern) ?? [];

type Places = [inA: number, inB: number];

/** Where two lists have the same in the same order: a longest common subsequence. */
function common(a: readonly string[], b: readonly string[]): Places[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const before = Array.from({ length: start }, (_, place): Places => [place, place]);
  const after = Array.from(
    { length: a.length - endA },
    (_, place): Places => [endA + place, endB + place],
  );
  const between = longest(a.slice(start, endA), b.slice(start, endB));
  return [...before, ...between.map(([i, j]): Places => [start + i, start + j]), ...after];
}

function longest(a: readonly string[], b: readonly string[]): Places[] {
  if (a.length * b.length > comparisonsAtMost) return [];
  // Of several that are as long, both sides must mark the same one.
  if (a.join("\n") > b.join("\n")) return longest(b, a).map(([i, j]) => [j, i]);
  const width = b.length + 1;
  // How much the rests of both have in common, by where they begin.
  const lengths = new Uint16Array((a.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const found: Places[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) found.push([i++, j++]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  }
  return found;
}

const whole = (line: string, isChanged: boolean): Piece[] =>
  line === "" ? [] : [{ text: line, isChanged }];

/** A line in pieces; the space between two changed words is changed with them. */
function piecesOf(line: string, isKept: (word: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  const add = (text: string, isChanged: boolean) => {
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else if (text !== "") pieces.push({ text, isChanged });
  };
  let end = 0;
  let wasChanged = false;
  let place = 0;
  for (const { 0: word, index } of line.matchAll(wordPattern)) {
    const isChanged = !isKept(place++);
    add(line.slice(end, index), isChanged && wasChanged);
    add(word, isChanged);
    end = index + word.length;
    wasChanged = isChanged;
  }
  add(line.slice(end), false);
  return pieces;
}

/** Lines, word by word, beside those that stand in their place in the other version. */
function piecesOfPassage(lines: readonly string[], others: readonly string[]): Piece[][] {
  const [mine, theirs] = [lines.flatMap(wordsOf), others.flatMap(wordsOf)];
  const kept = new Set(common(mine, theirs).map(([place]) => place));
  // What shares little but "and" and "the" is another text.
  if (kept.size < kinship * Math.max(mine.length, theirs.length)) {
    return lines.map((line) => whole(line, true));
  }
  let first = 0;
  return lines.map((line) => {
    const from = first;
    first += wordsOf(line).length;
    return piecesOf(line, (word) => kept.has(from + word));
  });
}

/**
 * A text line by line, each in pieces: what the other version lacks is changed. Equal lines stay
 * whole; what stands between them is compared word by word.
 */
export function wordChanges(text: string, other: string): Piece[][] {
  const [lines, others] = [text.split("\n"), other.split("\n")];
  const result: Piece[][] = [];
  let [from, fromThere] = [0, 0];
  for (const [line, there] of [...common(lines, others), [lines.length, others.length] as const]) {
    result.push(...piecesOfPassage(lines.slice(from, line), others.slice(fromThere, there)));
    for (const same of lines.slice(line, line + 1)) result.push(whole(same, false));
    [from, fromThere] = [line + 1, there + 1];
  }
  return result;
}
