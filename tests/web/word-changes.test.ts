import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordChanges } from "#web/manager/approvals/word-changes.ts";

/** Lines with what is changed in brackets. */
const marked = (text: string, other: string) =>
  wordChanges(text, other).map((pieces) =>
    pieces.map(({ text: piece, isChanged }) => (isChanged ? `[${piece}]` : piece)).join(""),
  );

describe("what the other version lacks", () => {
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
    ["all of it", "Now", "", ["[Now]"]],
    ["nothing", "The same, word by word.", "The same, word by word.", ["The same, word by word."]],
    ["nothing but what the other has more", "I read.", "I read cards.", ["I read."]],
    ["a comma", "Well, yes", "Well yes", ["Well[,] yes"]],
    [
      "accents and hyphens are of the word",
      "En Español, one-on-one",
      "En Espanol, one-to-one",
      ["En [Español], [one-on-one]"],
    ],
  ])("%s", (_, text, other, lines) => {
    expect(marked(text, other)).toEqual(lines);
  });

  test("lines that are equal stay whole, those between them are compared", () => {
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

  test("a line that was cut in two is compared with the whole", () => {
    expect(marked("I read cards.\nI see stars too.", "I read cards. I see stars.")).toEqual([
      "I read cards.",
      "I see stars [too].",
    ]);
  });
});

test("no letter is lost, and whatever is left unmarked is the same on both sides", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "é", "don't", ",", " ", "  ", "\n", "😀", "<i>"), {
      maxLength: 40,
    })
    .map((parts) => parts.join(""));
  const keptOf = (one: string, two: string) =>
    wordChanges(one, two)
      .flat()
      .filter(({ isChanged }) => !isChanged)
      .map(({ text: piece }) => piece)
      .join("")
      .replaceAll(/\s/g, "");
  fc.assert(
    fc.property(text, text, (one, two) => {
      const pieces = wordChanges(one, two);
      expect(pieces.map((line) => line.map((piece) => piece.text).join("")).join("\n")).toBe(one);
      expect(keptOf(one, two)).toBe(keptOf(two, one));
    }),
    { numRuns: 1000 },
  );
});

test("a very long text that is another altogether is marked at once", () => {
  const long = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}`).join(" ");
  const began = performance.now();
  expect(wordChanges(long("a"), long("b"))).toEqual([[{ text: long("a"), isChanged: true }]]);
  expect(performance.now() - began).toBeLessThan(2_000);
});
