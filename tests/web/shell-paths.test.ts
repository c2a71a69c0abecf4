import { expect, test } from "vitest";
import { shellAnswer } from "#web/pwa/shell/shell-paths.ts";
import { routes } from "#web/routes.tsx";

test("the worker answers psychics' and account screens; managers' screens ask the server first", () => {
  for (const { path, audience } of routes) {
    if (/^\/(cos|onesun)\//.test(path)) continue;
    const expected = audience === "manager" ? "server-first" : "precached";
    expect([path, shellAnswer(path.replaceAll(/:\w+/g, "7"))]).toEqual([path, expected]);
    expect([path, shellAnswer(path.toUpperCase().replaceAll(/:\w+/gi, "7"))]).toEqual([
      path,
      expected,
    ]);
  }
  expect(shellAnswer("/psychic/help/giving_advice")).toBe("precached");
});

test.each([
  "/",
  "/cos",
  "/cos/signup",
  "/onesun",
  "/onesun/apply",
  "/api/psychics/7",
  "/api/sessions/0",
  "/psychic.png",
  "/psychics/7/readings.csv",
  "/psychicology",
  "/service-worker.js",
  "/manifest.webmanifest",
])("the server answers %s", (path) => {
  expect(shellAnswer(path)).toBe("server");
});
