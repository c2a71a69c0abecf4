import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { RejectModal } from "#web/features/rejection/reject-modal.tsx";

afterEach(cleanup);

test("a reason that is too long is kept, counted and not sent, and an error says so (F14)", () => {
  const onReject = vi.fn();
  function Rejecting() {
    const [reason, setReason] = useState("");
    return (
      <RejectModal
        what="Profile"
        busy={false}
        problem={undefined}
        {...{ reason, onReason: setReason, onReject, onClose: () => undefined }}
      />
    );
  }
  render(<Rejecting />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Reason");
  const send = screen.getByRole("button", { name: "Reject", hidden: true });
  fireEvent.change(field, { target: { value: "x".repeat(501) } });
  expect(field.value).toHaveLength(501);
  screen.getByText("501 of 500 characters");
  screen.getByText("Reason cannot exceed 500 characters");
  fireEvent.click(send);
  expect(onReject).not.toHaveBeenCalled();

  fireEvent.change(field, { target: { value: "x".repeat(500) } });
  expect(screen.queryByText(/cannot exceed/)).toBeNull();
  fireEvent.click(send);
  expect(onReject).toHaveBeenCalledOnce();
});

test("no text area cuts pasted text (F14)", () => {
  const sources: Record<string, string> = import.meta.glob("../../web/**/*.tsx", {
    ...{ query: "?raw", import: "default", eager: true },
  });
  const textAreas = Object.values(sources).flatMap(
    (source) => source.match(/<(?:textarea|TextAreaField)\b[\s\S]*?\/>/g) ?? [],
  );
  expect(textAreas.length).toBeGreaterThan(4);
  expect(textAreas.filter((one) => /maxLength/.test(one))).toEqual([]);
});
