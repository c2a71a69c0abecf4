import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Session } from "#shared/sessions.ts";
import { Login } from "#web/account/login.tsx";
import { storedSession, storeSession } from "#web/api/stored-session.ts";
import { fakeApi, invalid, refusal, show } from "./fixtures/fake-api.tsx";

const luna: Session = {
  ...{ user_id: 7, username: "luna", first: "Luna", pay_day: 1 },
  ...{ manager: 1, manager_name: null, manager_phone: null, manager_email: null },
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSession(null);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function giveThePassword(): void {
  fireEvent.change(screen.getByLabelText("Username"), { target: { value: "luna" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "right" } });
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
}

async function giveTheCode(code: string, label = "Code"): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: code } });
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
}

const needsCode = () => refusal("factor_needed", { current: { passkey: false, code_app: true } });

test("after the password a code is asked for, and a wrong one is refused at its field", async () => {
  const sent = fakeApi({
    "POST /sessions": needsCode,
    "POST /sessions/code": (body) =>
      JSON.stringify(body) === '{"code":"123456"}'
        ? Response.json(luna)
        : invalid("code", "This code is not right"),
  });
  show(<Login />);
  giveThePassword();
  const field = await screen.findByLabelText("Code");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(field.getAttribute("inputmode")).toBe("numeric");
  screen.getByRole("heading", { name: "Confirm That It Is You" });
  expect(screen.queryByRole("button", { name: "Use a Passkey" })).toBeNull();

  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByText("Code is required");
  await giveTheCode("000000");
  await screen.findByText("This code is not right");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(storedSession()).toBeNull();
  await giveTheCode("123456");
  await waitFor(() => expect(storedSession()).toEqual(luna));
  expect(sent.at(-1)).toEqual({ call: "POST /sessions/code", body: { code: "123456" } });
});

test("a user without the phone enters a recovery code, in a field for letters", async () => {
  fakeApi({ "POST /sessions": needsCode, "POST /sessions/code": () => Response.json(luna) });
  show(<Login />);
  giveThePassword();
  fireEvent.click(await screen.findByText("Lost your phone? Enter a recovery code"));
  const field = screen.getByLabelText("Recovery Code");
  expect(field.getAttribute("inputmode")).toBe("text");
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.click(screen.getByText("Use the code app"));
  screen.getByLabelText("Code");
  fireEvent.click(screen.getByText("Lost your phone? Enter a recovery code"));
  await giveTheCode("8KQ2M-4T7WD", "Recovery Code");
  await waitFor(() => expect(storedSession()).toEqual(luna));
});

test("a sign-in that waited too long begins again, and says so", async () => {
  fakeApi({ "POST /sessions": needsCode, "POST /sessions/code": () => refusal("not_signed_in") });
  show(<Login />);
  giveThePassword();
  await giveTheCode("123456");
  await screen.findByText("This took too long. Enter your password again.");
  expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("luna");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});

test("Back leads from the code to the password", async () => {
  fakeApi({ "POST /sessions": needsCode });
  show(<Login />);
  giveThePassword();
  fireEvent.click(await screen.findByRole("button", { name: "Back" }));
  screen.getByRole("heading", { name: "Please Sign In" });
  expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("luna");
});

test("a right password ends another user's session in this browser, before its second step", async () => {
  storeSession({ ...luna, user_id: 8, username: "orion" });
  fakeApi({ "POST /sessions": needsCode });
  show(<Login />);
  screen.getByText(/You are signed in as orion/);
  giveThePassword();
  await screen.findByLabelText("Code");
  expect(storedSession()).toBeNull();
});

test("staff who need a code app set it up, see the recovery codes, and are signed in", async () => {
  const made = { secret: "ABCDEFGHIJKLMNOP", address: "otpauth://totp/COS:luna?secret=ABCD" };
  const sent = fakeApi({
    "POST /sessions": () => refusal("factor_setup_needed"),
    "POST /code_app": () => Response.json(made),
    "PUT /code_app": () => Response.json({ recovery_codes: ["8KQ2M-4T7WD", "00000-11111"] }),
    "GET /sessions/0": () => Response.json({ ...luna, manager: null }),
  });
  show(<Login />);
  giveThePassword();
  const heading = await screen.findByRole("heading", { name: "Add a Passkey or a Code App" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  fireEvent.click(await screen.findByRole("button", { name: "Set Up a Code App" }));
  await screen.findByText("ABCD EFGH IJKL MNOP");
  await screen.findByRole("img", { name: "QR code with the key for your code app" });
  const field = screen.getByLabelText("Enter the code that the app shows");
  fireEvent.change(field, { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "Finish" }));
  await screen.findByText("8KQ2M-4T7WD");
  expect(sent.at(-1)).toEqual({ call: "PUT /code_app", body: { code: "123456" } });
  // The codes must be seen first.
  expect(storedSession()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(storedSession()?.username).toBe("luna"));
});

test("a set-up that waited too long begins again", async () => {
  fakeApi({
    "POST /sessions": () => refusal("factor_setup_needed"),
    "POST /code_app": () => refusal("not_signed_in"),
  });
  show(<Login />);
  giveThePassword();
  fireEvent.click(await screen.findByRole("button", { name: "Set Up a Code App" }));
  await screen.findByText("This took too long. Enter your password again.");
});
