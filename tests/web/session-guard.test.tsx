import { act, cleanup, render, screen } from "@testing-library/react";
import { BrowserRouter, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import { afterEach, test } from "vitest";
import { endSession, forgetSessionEnd } from "#web/api/session-end.ts";
import { storeSession } from "#web/api/stored-session.ts";
import { SessionGuard } from "#web/session-guard.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const luna = {
  ...{ user_id: 7, username: "luna", first: "Luna", pay_day: 1 },
  ...{ manager: 2, manager_name: "Ada", manager_phone: null, manager_email: null },
};

let go: (to: string) => void;

/** Shows the return address of the sign-in screen. */
function Login() {
  return <p>Returns to {JSON.stringify(useLocation().state)}</p>;
}

function Screens() {
  const navigate = useNavigate();
  go = (to) => void navigate(to);
  const guarded = <SessionGuard area="psychic">A screen</SessionGuard>;
  return (
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="/psychic" element={guarded} />
      <Route path="/psychic/schedule" element={guarded} />
    </Routes>
  );
}

function open(address: string) {
  history.replaceState(null, "", address);
  render(
    <BrowserRouter>
      <Screens />
    </BrowserRouter>,
  );
}

test("a link that somebody followed without a session is the return address", async () => {
  open("/psychic/schedule?day=2");
  await screen.findByText('Returns to {"to":"/psychic/schedule?day=2","userId":null}');
});

test("after a sign-out, Back to the last user's screen leaves no return address for the next user (D7)", async () => {
  storeSession(luna);
  open("/psychic/schedule");
  act(() => go("/psychic"));
  act(() => {
    forgetSessionEnd();
    storeSession(null);
  });
  await screen.findByText("Returns to null");
  await act(async () => {
    const stepped = new Promise((resolve) =>
      window.addEventListener("popstate", resolve, { once: true }),
    );
    history.back();
    await stepped;
  });
  await screen.findByText("Returns to null");
});

test("after a session that the server ended, its user's screen is the return address", async () => {
  storeSession(luna);
  open("/psychic/schedule");
  act(endSession);
  await screen.findByText('Returns to {"to":"/psychic/schedule","userId":7}');
});
