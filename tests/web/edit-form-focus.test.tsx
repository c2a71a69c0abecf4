import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "#web/api/api-error.ts";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { InputField } from "#web/ui/form/input-field.tsx";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";

afterEach(cleanup);

const errors = ["username", "pin"].map((path) => ({
  path,
  code: "invalid",
  message: `No ${path}`,
}));
const problem = { type: "urn:problem:invalid", title: "Invalid", status: 422, errors } as const;

function Profile() {
  const form = useEditForm({
    name: "profile",
    schema: z.object({ username: z.string(), pin: z.string() }),
    stored: { username: "luna", pin: "1234" },
    version: null,
    save: () => Promise.reject(new ApiError(422, "invalid", problem as never, null)),
    onSaved: () => {},
  });
  return (
    <EditForm form={form} submitLabel="Save">
      {(["username", "pin"] as const).map((name) => (
        <InputField
          key={name}
          label={name}
          registration={form.register(name)}
          error={form.errors[name]?.message}
        />
      ))}
    </EditForm>
  );
}

test("the first wrong field on the screen gets the focus, whatever the order of the errors", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Profile />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText("username"), { target: { value: "moon" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("No pin");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("username")));
});
