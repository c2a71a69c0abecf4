import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Piece, wordChanges } from "#web/manager/approvals/word-changes.ts";

/** Shows lines as text, with the changed pieces in brackets. */
const withBrackets = (lines: Piece[][]) =>
  lines.map((pieces) =>
    pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(""),
  );
const marked = (text: string, other: string) => withBrackets(wordChanges(text, other)[0]);

describe("the text that the other version lacks", () => {
  test.each([
    ["a word", "I read the tarot.", "I read the cards.", ["I read the [tarot]."]],
    [
      "words and the space between",
      "I read old worn cards.",
      "I read cards.",
      ["I read [old worn] cards."],
    ],
    ["an entry of a list", "Love, Tarot, Mediums", "Love, Mediums", ["Love, [Tarot,] Mediums"]],
    ["a number", "10", "9", ["[10]"]],
    [
      "another text",
      "The stars and the moon",
      "Ask me and the cards of old",
      ["[The stars and the moon]"],
    ],
    ["the whole text", "Now", "", ["[Now]"]],
    ["nothing", "The same, word by word.", "The same, word by word.", ["The same, word by word."]],
    ["nothing, if only the other version has more", "I read.", "I read cards.", ["I read."]],
    ["a comma", "Well, yes", "Well yes", ["Well[,] yes"]],
    [
      "words with accents and hyphens",
      "En Español, one-on-one",
      "En Espanol, one-to-one",
      ["En [Español], [one-on-one]"],
    ],
  ])("%s", (_, text, other, lines) => {
    expect(marked(text, other)).toEqual(lines);
  });

  test("equal lines stay whole, and the lines between them are compared", () => {
    expect(marked("One line\nA new one here\nLast line", "One line\nLast line")).toEqual([
      "One line",
      "[A new one here]",
      "Last line",
    ]);
    expect(
      marked(
        "I read for 20 years\nLove\nCall me tonight",
        "I read for 10 years\nLove\nCall me today",
      ),
    ).toEqual(["I read for [20] years", "Love", "Call me [tonight]"]);
  });

  test("the paragraphs around a new one stay whole, with or without blank lines", () => {
    const [stars, cards] = ["I see the stars tonight.", "I read the old cards."];
    const before = `${stars} ${cards}\n\nCall me.`;
    expect(marked(`${stars}\n\nNew here.\n\n${cards}\n\nCall me.`, before)).toEqual([
      ...[stars, "", "[New here.]", "", cards, "", "Call me."],
    ]);
  });

  test("a line that was split in two is compared with the original line", () => {
    expect(marked("I read cards.\nI see stars too.", "I read cards. I see stars.")).toEqual([
      "I read cards.",
      "I see stars [too].",
    ]);
  });
});

test("no letter is lost, and the unmarked words are the same on both sides", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "é", "don't", ",", " ", "  ", "\n", "😀", "<i>"), {
      maxLength: 40,
    })
    .map((parts) => parts.join(""));
  const textOf = (lines: Piece[][]) =>
    lines.map((pieces) => pieces.map((piece) => piece.text).join("")).join("\n");
  const unmarked = (lines: Piece[][]) =>
    textOf(lines.map((pieces) => pieces.filter(({ isChanged }) => !isChanged)));
  const words = (lines: Piece[][]) => unmarked(lines).replaceAll(/\s/g, "");
  fc.assert(
    fc.property(text, text, (one, two) => {
      const [before, after] = wordChanges(one, two);
      expect(textOf(before)).toBe(one);
      expect(textOf(after)).toBe(two);
      expect(words(before)).toBe(words(after));
    }),
    { numRuns: 500 },
  );
});

describe("very long texts", () => {
  const numbered = (word: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${word}${n}`);

  test("that differ altogether are marked as a whole", () => {
    const [one, two] = [numbered("a", 20_000).join(" "), numbered("b", 20_000).join("\n")];
    const [before, after] = wordChanges(one, two);
    expect(before).toEqual([[{ text: one, isChanged: true }]]);
    expect(after.every(([piece]) => piece?.isChanged)).toBe(true);
  });

  test("show the single words that differ, even with many edits", () => {
    const words = numbered("a", 10_000);
    const edited = words.map((word, place) => (place % 20 === 10 ? `b${place}` : word));
    const [before, after] = wordChanges(words.join(" "), edited.join(" "));
    for (const [line] of [before, after]) {
      expect(line?.filter(({ isChanged }) => isChanged)).toHaveLength(500);
    }
  });
});
