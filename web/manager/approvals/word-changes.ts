import { diffArrays } from "diff/lib/diff/array.js";

/** A piece of a text, and whether the other version lacks it. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

/** The lines of two texts, each line in pieces. */
type BothSides = [before: Piece[][], after: Piece[][]];

/** Two passages are different texts if they share less than this part of the longer one's words. */
const sharedAtLeast = 0.3;
/**
 * The maximum number of added and removed words or lines. The time of a comparison grows with its
 * square.
 */
const editsAtMost = 1500;

const wordPattern = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;
const wordsOf = (line: string) => line.match(wordPattern) ?? [];

type Places = [before: number, after: number];

/** The indexes of equal entries in two lists, in order; none if the lists differ too much. */
function sharedPlaces(before: string[], after: string[]): Places[] {
  const changes = diffArrays(before, after, {
    maxEditLength: editsAtMost,
    // Blank lines are not matched: a wrong match would split a paragraph.
    comparator: (one, other) => one === other && one !== "",
  });
  const shared: Places[] = [];
  let [placeBefore, placeAfter] = [0, 0];
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) {
      for (let n = 0; n < count; n++) shared.push([placeBefore + n, placeAfter + n]);
    }
    if (!added) placeBefore += count;
    if (!removed) placeAfter += count;
  }
  return shared;
}

const whole = (line: string, isChanged: boolean): Piece[] =>
  line === "" ? [] : [{ text: line, isChanged }];

/** A text without changes. */
export const wholeLines = (text: string): Piece[][] =>
  text.split("\n").map((line) => whole(line, false));

/** Splits a line into pieces. The space between two changed words counts as changed. */
function piecesOf(line: string, isShared: (word: number) => boolean): Piece[] {
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
    const isChanged = !isShared(place++);
    add(line.slice(end, index), isChanged && wasChanged);
    add(word, isChanged);
    end = index + word.length;
    wasChanged = isChanged;
  }
  add(line.slice(end), false);
  return pieces;
}

/** Splits lines into pieces, by the indexes of the words that the other side shares. */
function linesOf(lines: readonly string[], shared: ReadonlySet<number>): Piece[][] {
  let first = 0;
  return lines.map((line) => {
    const from = first;
    first += wordsOf(line).length;
    return piecesOf(line, (word) => shared.has(from + word));
  });
}

/** Compares the lines between two shared lines, word by word. */
function comparePassage(before: readonly string[], after: readonly string[]): BothSides {
  const [wordsBefore, wordsAfter] = [before.flatMap(wordsOf), after.flatMap(wordsOf)];
  const shared = sharedPlaces(wordsBefore, wordsAfter);
  // Two texts that share only "and" and "the" are different texts.
  if (shared.length < sharedAtLeast * Math.max(wordsBefore.length, wordsAfter.length)) {
    return [before.map((line) => whole(line, true)), after.map((line) => whole(line, true))];
  }
  return [
    linesOf(before, new Set(shared.map(([place]) => place))),
    linesOf(after, new Set(shared.map(([, place]) => place))),
  ];
}

/**
 * Compares two texts: a piece is changed if the other text lacks it. Shared lines stay whole;
 * the lines between them are compared word by word.
 */
export function wordChanges(before: string, after: string): BothSides {
  const [linesBefore, linesAfter] = [before.split("\n"), after.split("\n")];
  const result: BothSides = [[], []];
  let [fromBefore, fromAfter] = [0, 0];
  const ends: Places = [linesBefore.length, linesAfter.length];
  for (const [endBefore, endAfter] of [...sharedPlaces(linesBefore, linesAfter), ends]) {
    const passage = comparePassage(
      linesBefore.slice(fromBefore, endBefore),
      linesAfter.slice(fromAfter, endAfter),
    );
    const shared = linesBefore.slice(endBefore, endBefore + 1).map((line) => whole(line, false));
    result[0].push(...passage[0], ...shared);
    result[1].push(...passage[1], ...shared);
    [fromBefore, fromAfter] = [endBefore + 1, endAfter + 1];
  }
  return result;
}
