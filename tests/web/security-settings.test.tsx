import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Factors } from "#shared/factors.ts";
import { storeSession } from "#web/api/stored-session.ts";
import { FactorOffer } from "#web/features/security/factor-offer.tsx";
import { isOfferDue } from "#web/features/security/offer-due.ts";
import { SecuritySettings } from "#web/features/security/security-settings.tsx";
import { noteSignInWay } from "#web/features/security/sign-in-way.ts";
import { fakeApi, noContent, refusal, show } from "./fixtures/fake-api.tsx";

const none: Factors = {
  ...{ passkeys: [], code_app_since: null, recovery_codes_left: 0, needed_by: null },
};
const passkey = (id: number, host = location.hostname) => ({
  ...{ id, name: `Phone ${id}`, host, last_used_at: null },
  created_at: "2026-01-01T00:00:00.000Z",
});
const luna = {
  ...{ user_id: 7, username: "luna", first: "Luna", pay_day: 1 },
  ...{ manager: 1, manager_name: null, manager_phone: null, manager_email: null },
};
const manager = { ...luna, user_id: 1, manager: null };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSession(luna);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the screen lists passkeys, the code app and how many recovery codes are left", async () => {
  fakeApi({
    "GET /factors": () =>
      Response.json({
        passkeys: [passkey(1), passkey(2, "elsewhere.example")],
        ...{ code_app_since: "2026-01-01T00:00:00.000Z", recovery_codes_left: 2 },
        needed_by: null,
      }),
  });
  show(<SecuritySettings />);
  await screen.findByText("Phone 1");
  // With passkeys of two hosts it matters where each works.
  screen.getByText(/Works on elsewhere\.example\. Added .*, not used yet/);
  screen.getByText("You have 2 of 10 codes left.");
  screen.getByRole("button", { name: "Set Up on Another Phone" });
  // This window has no WebAuthn.
  screen.getByText("This browser cannot make passkeys on this page.");
});

test("staff see until when they need a passkey or a code app", async () => {
  fakeApi({
    "GET /factors": () => Response.json({ ...none, needed_by: "2026-12-11T17:00:00.000Z" }),
  });
  show(<SecuritySettings />);
  await screen.findByText(/Add a passkey or a code app before 12\/11\/2026/);
  screen.getByText("You get ten codes with your first passkey or code app.");
  expect(screen.queryByRole("button", { name: "Make New Codes" })).toBeNull();
});

test("a code app comes with recovery codes, which stay until the user has saved them", async () => {
  let has = none;
  const sent = fakeApi({
    "GET /factors": () => Response.json(has),
    "POST /code_app": () =>
      Response.json({ secret: "ABCDEFGHIJKLMNOP", address: "otpauth://totp/COS:luna" }),
    "PUT /code_app": () => {
      has = { ...none, code_app_since: "2026-01-01T00:00:00.000Z", recovery_codes_left: 10 };
      return Response.json({ recovery_codes: ["8KQ2M-4T7WD"] });
    },
  });
  show(<SecuritySettings />);
  fireEvent.click(await screen.findByRole("button", { name: "Set Up a Code App" }));
  const field = await screen.findByLabelText("Enter the code that the app shows");
  press("Finish");
  await screen.findByText("Code is required");
  fireEvent.change(field, { target: { value: " 123 456 " } });
  press("Finish");
  const codes = await screen.findByRole("region", { name: /^Recovery codes for/ });
  within(codes).getByText("8KQ2M-4T7WD");
  await screen.findByText("You have 10 of 10 codes left.");
  expect(sent.at(-1)?.body).toEqual({ code: "123 456" });
  const write = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText: write }, onLine: true, userAgent: "" });
  fireEvent.click(within(codes).getByText("Copy"));
  expect(write).toHaveBeenCalledWith("8KQ2M-4T7WD");
  fireEvent.click(within(codes).getByText("I Have Saved Them"));
  expect(screen.queryByText("8KQ2M-4T7WD")).toBeNull();
});

test("a passkey is renamed and removed; a refusal says why", async () => {
  const detail = "You need a passkey or a code app. Add another one first";
  let mayRemove = false;
  let passkeys = [passkey(1)];
  const sent = fakeApi({
    "GET /factors": () => Response.json({ ...none, passkeys, recovery_codes_left: 10 }),
    "PUT /passkeys/1": (body) => {
      passkeys = [{ ...passkey(1), name: (body as { name: string }).name }];
      return noContent();
    },
    "DELETE /passkeys/1": () => {
      if (!mayRemove) return refusal("state_forbids", { detail });
      passkeys = [];
      return noContent();
    },
  });
  show(<SecuritySettings />);
  fireEvent.click(await screen.findByRole("button", { name: "Rename Phone 1" }));
  const dialog = await screen.findByRole("dialog", { name: "Rename Phone 1" });
  fireEvent.change(within(dialog).getByLabelText("Name"), { target: { value: "Old phone" } });
  fireEvent.click(within(dialog).getByText("Save"));
  await screen.findByText("Old phone");
  expect(sent.at(-1)?.body).toEqual({ name: "Old phone" });

  const remove = async () => {
    press("Remove Old phone");
    const question = await screen.findByRole("dialog", { name: "Remove Old phone?" });
    fireEvent.click(within(question).getByText("Remove"));
  };
  await remove();
  await screen.findByText(detail);
  mayRemove = true;
  await remove();
  await waitFor(() => expect(screen.queryByText("Old phone")).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Passkeys" })),
  );
});

test("new recovery codes are made only after a question", async () => {
  const sent = fakeApi({
    "GET /factors": () =>
      Response.json({ ...none, passkeys: [passkey(1)], recovery_codes_left: 4 }),
    "POST /recovery_codes": () => Response.json({ recovery_codes: ["11111-22222"] }),
  });
  show(<SecuritySettings />);
  fireEvent.click(await screen.findByRole("button", { name: "Make New Codes" }));
  const question = await screen.findByRole("dialog", { name: "Make new recovery codes?" });
  expect(sent).toEqual([]);
  fireEvent.click(within(question).getByText("Make New Codes"));
  await screen.findByText("11111-22222");
});

test("if the settings cannot be loaded, the screen says so and tries again", async () => {
  let isDown = true;
  fakeApi({ "GET /factors": () => (isDown ? refusal("internal") : Response.json(none)) });
  show(<SecuritySettings />);
  await screen.findByText("Your security settings could not be loaded");
  isDown = false;
  press("Try Again");
  await screen.findByRole("heading", { name: "Passkeys" });
});

test("staff without a factor are reminded once a day, on the dashboard", async () => {
  fakeApi({
    "GET /factors": () => Response.json({ ...none, needed_by: "2026-12-11T17:00:00.000Z" }),
  });
  storeSession(manager);
  expect(isOfferDue(manager)).toBe(true);
  show(<FactorOffer session={manager} />);
  await screen.findByText("Add a passkey or a code app before 12/11/2026");
  expect(screen.getByRole("link", { name: "Security" }).getAttribute("href")).toBe("/security");
  press("Not Today");
  expect(screen.queryByText(/Add a passkey or a code app/)).toBeNull();
  expect(isOfferDue(manager)).toBe(false);
  // Another user of this browser is reminded.
  expect(isOfferDue({ ...manager, user_id: 2 })).toBe(true);
});

test("a psychic is asked only after a sign-in with a password, and never again after No", async () => {
  fakeApi({ "GET /factors": () => Response.json(none) });
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("location", { ...location, hostname: "localhost" });
  expect(isOfferDue(luna)).toBe(false);
  noteSignInWay("passkey");
  expect(isOfferDue(luna)).toBe(false);
  noteSignInWay("password");
  expect(isOfferDue(luna)).toBe(true);
  show(<FactorOffer session={luna} />);
  await screen.findByText("Sign in faster with a passkey");
  press("No, Thanks");
  expect(isOfferDue(luna)).toBe(false);
});
