import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { EditForm } from "#web/ui/form/edit-form.tsx";

afterEach(cleanup);

const nothing = () => undefined;
const guard = { asking: false, stay: nothing, leave: nothing };
const form = {
  ...{ submit: nothing, busy: false, isDirty: true, problem: "Some times overlap.", guard },
  ...{ conflict: undefined, keepMine: nothing, keepTheirs: nothing, closeConflict: nothing },
};

test("an error is shown in the bar of the submit button", () => {
  render(
    <EditForm form={form} submitLabel="Save Schedule">
      <p>A long week</p>
    </EditForm>,
  );
  const bar = screen.getByRole("button", { name: "Save Schedule" }).closest(".form-buttons");
  expect(bar?.contains(screen.getByRole("alert"))).toBe(true);
});
