import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { Phone } from "#shared/phones.ts";
import { PhonesModal } from "#web/features/phones/phones-modal.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const phone = (id: number): Phone => ({
  ...{ id, phone_number: `617555010${id}`, preferred: id === 1, sms: false },
  ...{ country_code: 1, type: 3, time_zone_id: 11 },
});

const refusal = { type: "urn:problem:conflict", title: "Conflict", status: 409 };
const problemType = { "Content-Type": "application/problem+json" };

/** Answers the modal's requests. Returns the bodies of the saves. */
async function open(count: number, { smsOf = 0, refuses = false } = {}): Promise<unknown[]> {
  const saved: unknown[] = [];
  const phones = Array.from({ length: count }, (_, place) => ({
    ...phone(place + 1),
    sms: place + 1 === smsOf,
  }));
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    if (init?.method === "POST") {
      if (refuses) return Response.json(refusal, { status: 409, headers: problemType });
      saved.push(JSON.parse(String(init.body)));
      return new Response(null, { status: 204, headers: { ETag: '"2"' } });
    }
    return new Response(JSON.stringify({ phones, total: count }), { headers: { ETag: '"1"' } });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PhonesModal userId={7} prefix={1} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText("617-555-0101");
  return saved;
}

const button = (name: string) => screen.queryByRole("button", { name, hidden: true });

test("a number is removed only after a confirmation", async () => {
  const saved = await open(2);
  fireEvent.click(button("Remove 617-555-0102") as HTMLElement);
  const question = await screen.findByRole("dialog", { name: "Remove 617-555-0102?" });
  fireEvent.click(within(question).getByText("Keep"));
  expect(screen.queryByRole("dialog", { name: "Remove 617-555-0102?" })).toBeNull();
  expect(saved).toEqual([]);

  fireEvent.click(button("Remove 617-555-0102") as HTMLElement);
  fireEvent.click(within(screen.getByRole("dialog", { name: /^Remove/ })).getByText("Remove"));
  await waitFor(() => expect(saved).toEqual([{ phone: { id: 2, delete: true } }]));
});

test("the preferred number has no Remove button, and a text says how to remove it", async () => {
  await open(2);
  expect(button("Remove 617-555-0101")).toBeNull();
  screen.getByText("To remove the preferred number, first make another one preferred.");
  expect(button("Add Phone Number")).not.toBeNull();
});

test("with three numbers a text about the limit replaces the button", async () => {
  await open(3);
  expect(button("Add Phone Number")).toBeNull();
  screen.getByText(/At most 3 numbers are possible. Remove one to add another\./);
});

const askToRemove = async (number: string) => {
  fireEvent.click(button(`Remove ${number}`) as HTMLElement);
  return screen.findByRole("dialog", { name: `Remove ${number}?` });
};

test("removing the number for text messages warns that no number will get them", async () => {
  await open(3, { smsOf: 3 });
  const plain = await askToRemove("617-555-0102");
  expect(within(plain).queryByText(/SMS/)).toBeNull();
  fireEvent.click(within(plain).getByText("Keep"));
  within(await askToRemove("617-555-0103")).getByText(/number takes the text messages \(SMS\)/);
});

test("a refusal disappears when the next action begins", async () => {
  await open(2, { refuses: true });
  const question = await askToRemove("617-555-0102");
  fireEvent.click(within(question).getByText("Remove"));
  await screen.findByText(/^This is not possible/);
  await waitFor(() => expect(button("Add Phone Number")).not.toBeNull());
  fireEvent.click(button("Add Phone Number") as HTMLElement);
  expect(screen.queryByText(/^This is not possible/)).toBeNull();
});
