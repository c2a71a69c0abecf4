/** The fields of the sign-in screen as filled in before the app rendered its own. */
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
 * The server sends the sign-in screen as HTML, so that users can type before the script has loaded.
 * This remembers what they type until the app renders its own screen. It listens only to the fields
 * that the server sent: a password typed elsewhere must never appear at the next sign-in.
 */
export function watchBegunSignIn(): void {
  for (const field of document.querySelectorAll("#root input")) {
    note({ target: field });
    // The app's screen replaces these fields together with their listeners.
    field.addEventListener("input", note);
    field.addEventListener("focus", noteFocus);
  }
  noteFocus({ target: document.activeElement });
}

/** Hands the fields over to the app's own screen, and forgets them. */
export function takeBegunSignIn(): BegunSignIn {
  const fields = begun;
  begun = nothing;
  return fields;
}
