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
 * there. Keeps what its user types until the app's own screen stands. It listens to the fields that
 * the server sent and to no other: a password typed elsewhere must never turn up at the next sign-in.
 */
export function watchBegunSignIn(): void {
  for (const field of document.querySelectorAll("#root input")) {
    note({ target: field });
    // The app's screen takes the place of these fields, and of what listens to them.
    field.addEventListener("input", note);
    field.addEventListener("focus", noteFocus);
  }
  noteFocus({ target: document.activeElement });
}

/** What was typed so far; from now on the app's own screen knows. */
export function takeBegunSignIn(): BegunSignIn {
  const taken = begun;
  begun = nothing;
  return taken;
}
