import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linesOf, paragraphsOf, stripMarkup } from "#shared/rules/paragraphs.ts";
import { cpuTimeOf } from "#tests/support/costly.ts";

describe("V27 D33: markup is stripped", () => {
  test.each([
    ["plain text", "plain text"],
    ["<b>bold</b> and <i class='x'>more</i>", "bold and more"],
    ["<script>alert(1)</script>", "alert(1)"],
    ["<scr<b>ipt>alert(1)</scr</b>ipt>", "alert(1)"],
    ["<<b>script>alert(1)", "alert(1)"],
    ["<img src=x onerror=alert(1)>", ""],
    ["Hi <img src=x onerror=alert(1) <3>", "Hi "],
    ["<script <1>alert(1)</script <1>", "alert(1)"],
    ["<!-- a comment -->seen", "seen"],
    ["I <3 you, 5 < 6 > 4", "I <3 you, 5 < 6 > 4"],
    ["<a href='x", "<a href='x"],
    ["One<br>two<br/>three", "One\ntwo\nthree"],
  ])("%j is %j", (text, expected) => {
    expect(stripMarkup(text)).toBe(expected);
  });

  test("nothing that looks like a tag is ever left", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "/",
      "!",
      "b",
      "p",
      "script",
      " ",
      "3",
      "\n",
      "&lt;",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const stripped = stripMarkup(pieces.join(""));
        expect(stripped).not.toMatch(/<(!|\/?[a-z])[^>]*>/i);
        expect(stripMarkup(stripped)).toBe(stripped);
      }),
      { numRuns: 2000 },
    );
  });

  test("100 kB of unfinished tags take little time", async () => {
    for (const text of ["<a".repeat(50_000), `${"<a".repeat(33_000)}${">".repeat(33_000)}`]) {
      expect(await cpuTimeOf(() => stripMarkup(text))).toBeLessThan(1_000);
    }
  });
});

describe("V27: each line becomes a paragraph", () => {
  test.each([
    ["One\ntwo", "<p>One</p><p>two</p>"],
    ["One\r\n\r\n  two  \n", "<p>One</p><p>two</p>"],
    [`"5 < 6" & 'so on'`, `<p>"5 &lt; 6" &amp; 'so on'</p>`],
    ["&lt;b&gt; stays what it is", "<p>&amp;lt;b&amp;gt; stays what it is</p>"],
    ["<p>As it was read</p><p>5 &lt; 6</p>", "<p>As it was read</p><p>5 &lt; 6</p>"],
    ["<p>&quot;It&#39;s&quot;</p>", `<p>"It's"</p>`],
    ["<p>&lt;script&gt;x&lt;/script&gt;</p>", "<p>x</p>"],
    [" \n\t\n<b></b>", ""],
  ])("%j is %j", (text, markup) => {
    expect(paragraphsOf(linesOf(text))).toBe(markup);
  });

  test("the paragraphs are safe, read back as the lines, and may be sent again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const lines = linesOf(text);
        const markup = paragraphsOf(lines);
        expect(markup.replaceAll(/<\/?p>/g, "")).not.toMatch(/[<>]/);
        if (lines.length === 0) return;
        expect(linesOf(markup)).toEqual(lines);
        expect(paragraphsOf(linesOf(markup))).toBe(markup);
      }),
      { numRuns: 1000 },
    );
  });
});
