import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { exhibits, Gallery } from "#web/gallery/gallery.tsx";

afterEach(cleanup);

const modules = import.meta.glob<Record<string, unknown>>("../../web/ui/**/*.tsx", { eager: true });

/** A memo is an object too, but a context is no part. */
const isPart = (value: unknown) =>
  typeof value === "function" ||
  (value as { $$typeof?: symbol } | null)?.$$typeof === Symbol.for("react.memo");

test("the gallery has every part of web/ui", () => {
  const exported = Object.values(modules).flatMap((module) =>
    Object.entries(module)
      .filter(([name, value]) => /^[A-Z]/.test(name) && isPart(value))
      .map(([name]) => name),
  );
  expect(exported.length).toBeGreaterThan(40);
  const shown = exhibits.flatMap(({ parts }) => Object.keys(parts));
  expect(exported.filter((name) => !shown.includes(name))).toEqual([]);
});

test("every part of the gallery shows itself", () => {
  render(<Gallery />);
  for (const { parts, states } of exhibits) {
    const part = screen.getByRole("region", { name: Object.keys(parts).join(", ") });
    const shown = [...part.querySelectorAll(".gallery-state > div")];
    expect(shown).toHaveLength(Object.keys(states).length);
    expect(shown.filter((state) => state.innerHTML === "")).toEqual([]);
  }
});
