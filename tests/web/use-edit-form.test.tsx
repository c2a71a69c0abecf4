import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError } from "#web/api/api-error.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";

const schema = z.object({ city: z.string() });
const problem = {
  ...({ type: "urn:problem:stale_version", title: "Changed", status: 412 } as const),
  current: { city: "Salem" },
};
const stale = new ApiError(412, "stale_version", problem, '"profile-7-2"');

test("keeping theirs reloads the screen's other data, too (G12)", async () => {
  const queries = new QueryClient();
  const askStatus = vi.fn<() => Promise<string>>().mockResolvedValueOnce("Approved");
  askStatus.mockResolvedValue("Pending");
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({
      status: useQuery({ queryKey: ["status"], queryFn: askStatus, staleTime: Infinity }).data,
      form: useEditForm({
        name: "profile",
        schema,
        stored: { city: "Boston" },
        version: '"profile-7-1"',
        save: () => Promise.reject(stale),
        onSaved: () => {},
        fromCurrent: (current: { city: string }) => current,
      }),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.status).toBe("Approved"));
  act(() => result.current.form.setValue("city", "Albany", { shouldDirty: true }));
  await act(() => result.current.form.submit());
  expect(result.current.form.conflict?.theirs).toEqual({ city: "Salem" });

  act(() => result.current.form.keepTheirs());
  await waitFor(() => expect(result.current.status).toBe("Pending"));
  expect(result.current.form.getValues("city")).toBe("Salem");
  expect(result.current.form.conflict).toBeUndefined();
});
