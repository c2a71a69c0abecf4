import { beforeEach, expect, test } from "vitest";
import { takeBegunSignIn, watchBegunSignIn } from "#web/account/begun-sign-in.ts";

const fields = '<input name="username"><input name="password" type="password">';

function type(selector: string, text: string): void {
  const field = document.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`${selector} is not there`);
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

beforeEach(() => {
  takeBegunSignIn();
  document.body.innerHTML = `<div id="root"><form>${fields}</form></div>`;
});

test("text typed into the sign-in screen before its script runs is kept, and read only once", () => {
  type("[name=username]", "lu");
  watchBegunSignIn();
  type("[name=username]", "luna");
  type("[name=password]", "half of i");
  const typed = { username: "luna", password: "half of i", focus: "password" };
  expect(takeBegunSignIn()).toEqual(typed);
  expect(takeBegunSignIn()).toEqual({ username: "", password: "", focus: "" });
});

test("a password typed into another form is not kept, because the next user would find it", () => {
  const root = document.getElementById("root");
  for (const hasServerForm of [true, false]) {
    if (!hasServerForm) root?.replaceChildren();
    watchBegunSignIn();
    root?.replaceChildren();
    root?.insertAdjacentHTML("beforeend", `<dialog open><form>${fields}</form></dialog>`);
    type("[name=password]", "luna's own password");
    expect(takeBegunSignIn()).toEqual({ username: "", password: "", focus: "" });
  }
});
