import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { afterEach, expect, test } from "vitest";
import { PinField } from "#web/features/profile/pin-field.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SkipLink } from "#web/ui/skip-link.tsx";

afterEach(cleanup);

/** Whether the browser may submit the form when the user presses Enter in this field. */
const goesOn = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: "Enter" });

test("Enter submits in a text field, never in a checkbox, a radio button or a modal inside the form (M4)", () => {
  render(
    <Form>
      <input aria-label="Subject" />
      <input aria-label="Ada" type="checkbox" />
      <input aria-label="Text" type="radio" />
      <Modal title="Languages" onClose={() => undefined}>
        <input aria-label="French" type="checkbox" />
        <input aria-label="Other" />
      </Modal>
    </Form>,
  );
  expect(goesOn("Subject")).toBe(true);
  for (const label of ["Ada", "Text", "French", "Other"]) expect(goesOn(label)).toBe(false);
});

test("Enter submits a form that is inside a modal", () => {
  render(
    <Modal title="Reject" onClose={() => undefined}>
      <Form>
        <input aria-label="Reason" />
      </Form>
    </Modal>,
  );
  expect(goesOn("Reason")).toBe(true);
});

test("no screen writes a form element itself (M4)", () => {
  const sources: Record<string, string> = import.meta.glob("../../web/**/*.tsx", {
    ...{ query: "?raw", import: "default", eager: true },
  });
  const withForm = Object.keys(sources).filter((file) => /<form\b/.test(sources[file] ?? ""));
  // The recruiting pages load almost no script, and have no modal.
  const ours = withForm.filter((file) => !file.includes("/recruiting/"));
  expect(ours).toEqual(["../../web/ui/form.tsx"]);
});

test("the skip link moves the focus and leaves the history entry alone (F2)", () => {
  history.replaceState({ idx: 3, usr: { to: "/psychics" } }, "", "/login");
  render(
    <>
      <SkipLink />
      <main id="content" tabIndex={-1} />
    </>,
  );
  expect(fireEvent.click(screen.getByText("Skip to content"))).toBe(false);
  expect(document.activeElement?.id).toBe("content");
  expect(location.pathname + location.hash).toBe("/login");
  expect(history.state).toMatchObject({ idx: 3 });
});

function Pin({ isNew = false }: { isNew?: boolean }) {
  return (
    <FormProvider {...useForm({ defaultValues: { pin: "4821" } })}>
      <PinField isNew={isNew} />
    </FormProvider>
  );
}

test("a PIN is hidden until Show is pressed; a new one is shown", () => {
  const { unmount } = render(<Pin />);
  const pin = screen.getByLabelText("PIN", { selector: "input" });
  // No browser offers to store it.
  expect(pin.getAttribute("type")).toBe("text");
  expect(pin.closest(".is-masked")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show PIN" }));
  expect(pin.closest(".is-masked")).toBeNull();
  unmount();
  render(<Pin isNew />);
  fireEvent.click(screen.getByRole("button", { name: "Hide PIN" }));
  expect(screen.getByLabelText("PIN", { selector: "input" }).closest(".is-masked")).not.toBeNull();
});
