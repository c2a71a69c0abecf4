import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const textOf = (file: string) => readFileSync(join(import.meta.dirname, "../../web", file), "utf8");
const routes = textOf("routes.tsx");
const screens = [
  ...routes.matchAll(/screen\("([^"]+)", "psychic"[^"]+"([^"]+)"/g),
  ...textOf("manager-screens.ts").matchAll(/"(\/[^"]+)": async[^"]+"([^"]+)"/g),
].map(([, path = "", module = ""]) => ({ path, module }));

/** Addresses whose folder has another path. */
const exceptions: Record<string, string> = {
  "/psychic": "./advisor/dashboard",
  "/psychics/:id": "./manager/psychics/summary",
  "/psychic/help/:slug": "./advisor/help",
  // Signing up is an area of its own.
  "/newpsychic": "./signup",
};

function folderOf(path: string): string {
  const area = path.startsWith("/psychic/") ? "./advisor" : "./manager";
  const steps = path.replace("/psychic/", "/").split("/").slice(1);
  const names = steps.filter((step) => !step.startsWith(":"));
  return [area, ...names].join("/").replaceAll("_", "-");
}

test.each(screens)("the folder of $path follows its address", ({ path, module }) => {
  expect(dirname(module)).toBe(exceptions[path] ?? folderOf(path));
});

test("the pattern finds every screen of managers and psychics", () => {
  expect(screens.length).toBe(routes.match(/, "psychic", async|managerScreen\("/g)?.length);
  expect(screens.length).toBeGreaterThan(30);
});
