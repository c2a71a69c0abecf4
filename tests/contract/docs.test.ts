import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const filesOf = (...patterns: string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

const documents = filesOf("*.md", "docs/*.md");

/** A rule's id, such as `safety 16`, `D23a` or `C15`. `M5 12` is an SVG path, `T17:00` a time. */
const cited =
  /(?<=[\s("'`])(?:safety \d+|[A-NRSTVW]\d{1,2}[a-d]?)(?=[\s,:;.)])(?![ ,:.](?:-?\d|\$))/g;

describe("the rules that code cites", () => {
  const defined = ["docs/decisions.md", "docs/spec.md"].flatMap((file) =>
    [...textOf(file).matchAll(/^\| (safety \d+|[A-Z]\d{1,2}[a-d]?) \|/gm)].map(([, id = ""]) => id),
  );

  test("each id is defined once", () => {
    expect(defined.length).toBeGreaterThan(300);
    expect(defined.filter((id, place) => defined.indexOf(id) !== place)).toEqual([]);
  });

  test("each cited id is defined in docs/", () => {
    const sources = filesOf(
      "{server,shared,web,seeds,scripts,tests,migrations}/**/*.{ts,tsx,mjs,js,scss,sql}",
      "*.{ts,yaml}",
      "deploy/*",
    ).filter((file) => !file.includes("node_modules"));
    const citations = sources.flatMap((file) =>
      [...textOf(file).matchAll(cited)].map(([id]) => ({ file, id })),
    );
    expect(citations.length).toBeGreaterThan(400);
    const hint =
      "docs/ defines no rule with this id; word a text that only looks like one differently";
    expect(
      citations.filter(({ id }) => !defined.includes(id)),
      hint,
    ).toEqual([]);
  });
});

describe.each(documents)("%s", (document) => {
  const text = textOf(document);

  test("links have a target", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
      ([, inText, inTag]) => inText ?? inTag ?? "",
    );
    const broken = links.filter((link) => !/^https?:/.test(link) && !hasTarget(document, link));
    expect(broken).toEqual([]);
  });

  test("paths and npm scripts exist", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const missing = wordsOf(text).filter((word) => isPath(word) && !existsSync(join(root, word)));
    const unknown = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(missing).toEqual([]);
    expect(unknown.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test("every document can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const document of reached) {
    for (const [, link = ""] of textOf(document).matchAll(/\]\(([^)#\s]+\.md)[^)]*\)/g)) {
      if (!/^https?:/.test(link)) reached.add(relative(root, join(root, dirname(document), link)));
    }
  }
  expect(documents.filter((document) => !reached.has(document))).toEqual([]);
});

test("docs/architecture.md names every folder of server/ and web/", () => {
  const architecture = textOf("docs/architecture.md");
  const folders = filesOf("{server,web}/*/");
  expect(folders.length).toBeGreaterThan(15);
  expect(
    folders.filter((folder) => !architecture.includes(`\`${folder.replace(/\/?$/, "/")}\``)),
  ).toEqual([]);
});

function hasTarget(from: string, link: string): boolean {
  const [path = "", heading] = link.split("#");
  const file = path ? join(dirname(from), path) : from;
  if (!existsSync(join(root, file))) return false;
  return !heading || headingsOf(textOf(file)).includes(heading);
}

/** GitHub's anchors for the headings of a document. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** The words in a document's code: inline, in blocks and in diagrams. */
const wordsOf = (text: string) =>
  [...text.matchAll(/^```[^\n]*\n(.*?)^```|`([^`\n]+)`/gms)].flatMap(([, block, inLine]) =>
    (block ?? inLine ?? "").split(/[\s,;()"'<>]+/),
  );

/** Whether a word is a path of the repository. One with `*` is an example. */
const isPath = (word: string) =>
  /^(server|shared|web|seeds|scripts|tests|migrations|docs|deploy)\/[\w./-]*\w\/?$/.test(word) ||
  /^(package|biome|tsconfig|compose|playwright\.config|vite(st)?\.config)\.\w+$/.test(word);
