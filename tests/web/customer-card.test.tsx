import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { ListingPreview } from "#web/features/listing/listing-preview.tsx";

afterEach(cleanup);

function Form() {
  const [body, setBody] = useState("");
  return (
    <>
      <textarea aria-label="Bio Text" onChange={({ target }) => setBody(target.value)} />
      <ListingPreview
        psychic={{ username: "luna", image: null }}
        note="Soon"
        typed={{ sales_pitch: "Calm <i>and</i> 5 < 6", body, categories: [25] }}
      />
    </>
  );
}

test("a preview shows typed text as text, and announces nothing to a screen reader", () => {
  render(<Form />);
  const preview = screen.getByRole("region", { name: "Preview" });
  const lines = () =>
    [...preview.querySelectorAll(".customer-card p")].map(({ textContent }) => textContent);
  expect(lines()).toEqual(["Calm and 5 < 6", "Your bio"]);
  fireEvent.change(screen.getByLabelText("Bio Text"), {
    target: { value: "First <img src=x onerror=alert(1)>line\n\nSecond &lt;b&gt;" },
  });
  expect(lines()).toEqual(["Calm and 5 < 6", "First line", "Second &lt;b&gt;"]);
  expect(preview.querySelectorAll("img")).toHaveLength(1);
  expect(screen.getByRole("listitem").textContent).toBe("Tarot Readers");
  expect(preview.closest("[aria-live]") ?? preview.querySelector("[aria-live], [role]")).toBeNull();
});
