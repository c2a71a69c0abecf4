import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { areas } from "#scripts/fences/areas.ts";
import { problemsOf } from "#scripts/fences/problems.ts";

const root = join(import.meta.dirname, "../..");

const whyOf = (of: string) => areas.find((area) => area.of === of)?.why ?? "no such area";

describe("imports", () => {
  test.each([
    ["shared/psychics.ts", "#server/app.ts", whyOf("shared/")],
    ["shared/psychics.ts", "node:fs", whyOf("shared/")],
    ["shared/rules/profile.ts", "react", whyOf("shared/")],
    ["web/lib/dates.ts", "#web/ui/when.tsx", whyOf("web/lib/")],
    ["web/api/call.ts", "../ui/button.tsx", whyOf("web/api/")],
    ["web/ui/when.tsx", "../features/picture.ts", whyOf("web/ui/")],
    ["web/features/picture.ts", "#web/pwa/updates.ts", whyOf("web/features/")],
    ["web/pwa/updates.ts", "#web/advisor/contact/contact.tsx", whyOf("web/pwa/")],
    ["web/account/login.tsx", "../manager/dashboard/dashboard.tsx", whyOf("web/account/")],
    [
      "web/advisor/contact/contact.tsx",
      "#web/manager/dashboard/dashboard.tsx",
      whyOf("web/advisor/"),
    ],
    [
      "web/manager/dashboard/dashboard.tsx",
      "#web/advisor/contact/contact.tsx",
      whyOf("web/manager/"),
    ],
    ["web/signup/step.tsx", "#web/account/login.tsx", whyOf("web/signup/")],
    ["web/recruiting/words.ts", "#web/ui/button.tsx", whyOf("web/recruiting/")],
    ["web/gallery/fields.tsx", "#web/advisor/contact/contact.tsx", whyOf("web/gallery/")],
    ["web/app.tsx", "#server/app.ts", whyOf("web/")],
    ["web/app.tsx", "node:path", whyOf("web/")],
    ["server/app.ts", "#web/app.tsx", whyOf("server/")],
    ["server/app.ts", "#seeds/demo.ts", whyOf("server/")],
    ["server/app.ts", "#tests/support/people.ts", whyOf("server/")],
    ["server/app.ts", "react-dom/server", whyOf("server/")],
    ["server/crypto/vault.ts", "../http/errors.ts", whyOf("server/crypto/")],
    ["server/adapters/push.ts", "#server/db/open.ts", whyOf("server/adapters/")],
    ["server/db/open.ts", "#server/features/gifts/gifts.ts", whyOf("server/db/")],
    ["server/queries/sums.ts", "../http/errors.ts", whyOf("server/queries/")],
    ["server/http/errors.ts", "#server/features/gifts/gifts.ts", whyOf("server/http/")],
    ["server/pages/app-page.ts", "#server/features/gifts/gifts.ts", whyOf("server/pages/")],
    ["server/features/gifts/gifts.ts", "#server/jobs/prune.ts", whyOf("server/features/")],
    ["server/jobs/prune.ts", "#server/pages/app-page.ts", whyOf("server/jobs/")],
    ["migrations/20260101_a.ts", "#server/db/open.ts", whyOf("migrations/")],
    ["seeds/demo.ts", "#web/app.tsx", whyOf("seeds/")],
    ["scripts/db.ts", "#seeds/demo.ts", whyOf("scripts/")],
  ])("%s may not import %s", (path, imported, why) => {
    const problem = [`${path}: ${imported}: ${why}`];
    expect(problemsOf(path, `import { a } from "${imported}";\n`)).toEqual(problem);
    expect(problemsOf(path, `import type { A } from "${imported}";\n`)).toEqual(problem);
    expect(problemsOf(path, `export { a } from "${imported}";\n`)).toEqual(problem);
    expect(problemsOf(path, `const a = () => import("${imported}");\n`)).toEqual(problem);
  });

  test.each([
    ["shared/psychics.ts", "./http/endpoint.ts"],
    ["web/advisor/contact/contact.tsx", "../advisor-frame.tsx"],
    ["web/routes.tsx", "./manager/dashboard/dashboard.tsx"],
    ["server/features/gifts/gifts.ts", "#server/services.ts"],
    ["tests/api/a.test.ts", "#seeds/builders/gift.ts"],
    ["tests/openapi/openapi.test.ts", "../../shared/api.ts"],
  ])("%s may import %s", (path, imported) => {
    expect(problemsOf(path, `import { a } from "${imported}";\n`)).toEqual([]);
  });

  test.each([
    ["web/features/gifts/gift-lines.tsx", "../../ui/button.tsx", "Write #web/ui/button.tsx"],
    ["server/app.ts", "../shared/api.ts", "write #shared/api.ts"],
  ])("%s must import %s by its alias", (path, imported, message) => {
    expect(problemsOf(path, `import { a } from "${imported}";\n`)).toEqual([
      expect.stringContaining(message),
    ]);
  });
});

describe("SQL in handlers", () => {
  const path = "server/features/gifts/gifts.handlers.ts";
  test.each([
    'await call.sql("gifts").insert(row);',
    "await call.sql.raw(text);",
    'const find = prepared("gift", text);',
    "const text = `select 1 from gifts`;",
    'const text = "delete from gifts";',
  ])("%s", (code) => {
    expect(problemsOf(path, `${code}\n`)).toEqual([
      `${path}: line 1 has SQL. Handlers speak HTTP; put SQL in another file of the feature`,
    ]);
    expect(problemsOf("server/features/gifts/gifts.ts", `${code}\n`)).toEqual([]);
  });
});

describe("length", () => {
  test.each(["web/app.tsx", "web/ui/a.scss", "tests/api/a.test.ts", "scripts/a.mjs"])(
    "%s has at most 300 lines",
    (path) => {
      expect(problemsOf(path, "a;\n".repeat(300))).toEqual([]);
      expect(problemsOf(path, "a;\n".repeat(301))).toEqual([
        `${path}: has 301 lines. Split it: at most 300 lines can be read at once`,
      ]);
    },
  );
});

test("the linter refuses import cycles and floating promises", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fences-"));
  try {
    await cp(join(root, "biome.json"), join(folder, "biome.json"));
    await mkdir(join(folder, "server"));
    const files = {
      "server/a.ts": 'import { b } from "./b.ts";\n\nexport const a = () => b();\n',
      "server/b.ts": 'import { a } from "./a.ts";\n\nexport async function b() {\n  a();\n}\n',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
    const args = [biome, "lint", "--vcs-enabled=false", "--reporter=json", "."];
    const run = () => execFileSync(process.execPath, args, { cwd: folder, stdio: "pipe" });
    expect(run).toThrow(
      expect.objectContaining({
        stdout: expect.toSatisfy((text: Buffer) =>
          ["lint/suspicious/noImportCycles", "lint/nursery/noFloatingPromises"].every((rule) =>
            String(text).includes(rule),
          ),
        ),
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
