/** What was typed into the sign-in screen before the app's script took it over. */
interface BegunSignIn {
  username: string;
  password: string;
  /** The name of the field that has the focus. */
  focus: string;
}

const nothing: BegunSignIn = { username: "", password: "", focus: "" };
let begun = nothing;

const isField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && ["username", "password"].includes(target.name);

function note({ target }: Pick<Event, "target">): void {
  if (isField(target)) begun = { ...begun, [target.name]: target.value };
}

function noteFocus({ target }: Pick<Event, "target">): void {
  if (isField(target)) begun = { ...begun, focus: target.name };
}

/**
 * The server sends the sign-in screen as HTML, so that it can be filled in before the script is
 * there. Keeps what its user types until the app's own screen stands.
 */
export function watchBegunSignIn(): void {
  for (const target of document.querySelectorAll("#root input")) note({ target });
  noteFocus({ target: document.activeElement });
  document.addEventListener("input", note);
  document.addEventListener("focusin", noteFocus);
}

/** What was typed so far; from now on the app's own screen knows. */
export function takeBegunSignIn(): BegunSignIn {
  document.removeEventListener("input", note);
  document.removeEventListener("focusin", noteFocus);
  const taken = begun;
  begun = nothing;
  return taken;
}
