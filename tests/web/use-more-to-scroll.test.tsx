import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { useMoreToScroll } from "#web/ui/use-more-to-scroll.ts";

afterEach(cleanup);

function Box({ sizes }: { sizes: Readonly<Record<string, number>> }) {
  const box = useRef<HTMLElement>(null);
  useMoreToScroll(box);
  return (
    <section
      aria-label="Table"
      ref={(element) => {
        // The simulated window has no layout.
        for (const [name, value] of Object.entries(sizes)) {
          Object.defineProperty(element ?? {}, name, { value, configurable: true });
        }
        box.current = element;
      }}
    />
  );
}

test("a box says on which sides more columns follow, and how wide its scroll bar is", () => {
  render(<Box sizes={{ offsetWidth: 815, clientWidth: 800, scrollWidth: 1000 }} />);
  const box = screen.getByRole("region", { name: "Table" });
  const sides = () => [box.hasAttribute("data-less"), box.hasAttribute("data-more")];
  expect(sides()).toEqual([false, true]);
  expect(box.style.getPropertyValue("--scroll-bar")).toBe("15px");
  for (const [left, expected] of [
    [100, [true, true]],
    [200, [true, false]],
  ] as const) {
    box.scrollLeft = left;
    act(() => void fireEvent.scroll(box));
    expect(sides()).toEqual(expected);
  }
});

test("a box that shows all its columns has no fade", () => {
  render(<Box sizes={{ offsetWidth: 800, clientWidth: 800, scrollWidth: 800 }} />);
  expect(screen.getByRole("region", { name: "Table" }).hasAttribute("data-more")).toBe(false);
});
