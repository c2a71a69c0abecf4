import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Comparison } from "#web/manager/approvals/comparison.tsx";

afterEach(cleanup);

test("an unchanged text keeps its paragraphs, without marks and not aligned like figures", () => {
  const bio = "I read cards.\nI listen first.";
  render(<Comparison rows={[{ label: "Bio Text", live: bio, waiting: bio }]} />);
  const text = screen.getByText("Bio Text").nextElementSibling;
  const paragraphs = [...(text?.querySelectorAll("p") ?? [])];
  expect(paragraphs.map(({ textContent }) => textContent)).toEqual(bio.split("\n"));
  expect(text?.querySelector("ins, del")).toBeNull();
  // Figures are aligned right, texts are aligned left.
  expect(text?.closest("dl")?.className).toBe("comparison-same");
});

test("only the comparison of a first version has no column for the live one", () => {
  const headers = () => screen.getAllByRole("columnheader").map((cell) => cell.textContent);
  const first = { label: "Bio Text", live: "", waiting: "I read cards." };
  const { rerender } = render(<Comparison rows={[first]} />);
  expect(headers()).toEqual(["Field", "Waiting"]);
  expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["I read cards."]);
  // A fact that nobody filled in is a row, too.
  rerender(<Comparison rows={[first, { label: "Sign", live: "", waiting: "" }]} />);
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "FieldWaiting",
    "Bio TextI read cards.",
    "Sign–",
  ]);
  rerender(<Comparison rows={[first, { label: "Sign", live: "Leo", waiting: "Leo" }]} />);
  expect(headers()).toEqual(["Changed", "Live now", "Waiting"]);
});
