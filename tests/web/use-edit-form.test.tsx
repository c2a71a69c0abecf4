import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError } from "#web/api/api-error.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { currentNotices, showSuccess } from "#web/ui/notice-store.ts";

const schema = z.object({ city: z.string() });
const problem = {
  ...({ type: "urn:problem:stale_version", title: "Changed", status: 412 } as const),
  current: { city: "Salem" },
};
const stale = new ApiError(412, "stale_version", problem, '"profile-7-2"');

test('"Keep theirs" reloads the other data of the screen, too (G12)', async () => {
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

test("the next change, or the next save, removes the notice of the earlier save", async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const save = vi.fn(async () => ({ version: '"2"', isWaiting: false }));
  const { result } = renderHook(
    () =>
      useEditForm({
        name: "profile",
        schema,
        stored: { city: "Boston" },
        version: '"1"',
        save,
        onSaved: () => showSuccess("Profile Saved", "Your profile was saved"),
      }),
    { wrapper },
  );
  const titles = () => currentNotices().map(({ title }) => title);
  const type = (city: string) =>
    act(() => result.current.setValue("city", city, { shouldDirty: true }));
  showSuccess("Test Sent", "Of another form");
  type("Salem");
  await act(() => result.current.submit());
  expect(titles()).toEqual(["Test Sent", "Profile Saved"]);
  type("Albany");
  await waitFor(() => expect(titles()).toEqual(["Test Sent"]));
  await act(() => result.current.submit());
  expect(titles()).toEqual(["Test Sent", "Profile Saved"]);
  save.mockRejectedValueOnce(new ApiError(409, "state_forbids"));
  await act(() => result.current.submit());
  expect(titles()).toEqual(["Test Sent"]);
});
