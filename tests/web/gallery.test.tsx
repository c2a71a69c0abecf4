import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { exhibits, Gallery } from "#web/gallery/gallery.tsx";

afterEach(cleanup);

const modules = import.meta.glob<Record<string, unknown>>("../../web/ui/**/*.tsx", { eager: true });

/** A part is a function or a memo. A context is neither. */
const isPart = (value: unknown) =>
  typeof value === "function" ||
  (value as { $$typeof?: symbol } | null)?.$$typeof === Symbol.for("react.memo");

test("the gallery has every component of web/ui", () => {
  const exported = Object.values(modules).flatMap((module) =>
    Object.entries(module)
      .filter(([name, value]) => /^[A-Z]/.test(name) && isPart(value))
      .map(([name]) => name),
  );
  expect(exported.length).toBeGreaterThan(40);
  const shown = exhibits.flatMap(({ parts }) => Object.keys(parts));
  expect(exported.filter((name) => !shown.includes(name))).toEqual([]);
});

test("every component in the gallery renders something", () => {
  const { container } = render(<Gallery />);
  // Do not search by role: that would go through the whole gallery once for each part.
  const regions = new Map(
    [...container.querySelectorAll("section")].map((part) => [
      part.getAttribute("aria-label"),
      part,
    ]),
  );
  for (const { parts, states } of exhibits) {
    const part = regions.get(Object.keys(parts).join(", "));
    const shown = [...(part?.querySelectorAll(".gallery-state > div") ?? [])];
    expect(shown).toHaveLength(Object.keys(states).length);
    expect(shown.filter((state) => state.innerHTML === "")).toEqual([]);
  }
});
