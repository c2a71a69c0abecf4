import { afterEach, expect, test, vi } from "vitest";
import { uuid } from "#web/lib/uuid.ts";

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

test("a UUID is valid whether the browser makes it or our own code does", () => {
  expect(uuid()).toMatch(form);
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  const made = new Set(Array.from({ length: 100 }, uuid));
  expect(made.size).toBe(100);
  for (const one of made) expect(one).toMatch(form);
});
