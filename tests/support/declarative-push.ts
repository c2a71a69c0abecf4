/** A declarative push message, as far as the browser's parsers look at it. */
export interface Declared {
  title: string;
  /** The address that a tap opens. */
  navigate: URL;
  /** Undefined: the badge stays as it is. */
  app_badge: number | undefined;
  mutable: boolean;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members of `notification` that the parsers refuse if they have another type. */
const optional: Record<string, (value: unknown) => boolean> = {
  dir: (value) => value === "auto" || value === "ltr" || value === "rtl",
  lang: (value) => typeof value === "string",
  body: (value) => typeof value === "string",
  tag: (value) => typeof value === "string",
  silent: (value) => typeof value === "boolean",
};

function badgeAndMutable(where: string, { app_badge, mutable }: Fields) {
  const isBadge =
    typeof app_badge === "number" && Number.isSafeInteger(app_badge) && app_badge >= 0;
  if (!isBadge && app_badge !== undefined)
    throw new Error(`${where}: app_badge is no whole number from 0`);
  if (typeof mutable !== "boolean") throw new Error(`${where}: mutable is no boolean`);
  return { app_badge: app_badge as number | undefined, mutable };
}

/**
 * Reads a message as browsers do: by the steps of the Push API's "declarative push message parser",
 * which look for `app_badge` and `mutable` beside the notification, and by WebKit's of Safari 18.4,
 * which look for them inside it.
 * @throws Error for a message that one of them refuses or understands in another way.
 */
export function declaredBy(message: unknown): Declared {
  if (!isObject(message)) throw new Error("the message is no object");
  if (message.web_push !== 8030) throw new Error("web_push is not 8030");
  const { notification } = message;
  if (!isObject(notification)) throw new Error("notification is no object");
  const { title, navigate } = notification;
  if (typeof title !== "string" || title === "") throw new Error("the title is empty");
  if (typeof navigate !== "string" || !URL.canParse(navigate))
    throw new Error("navigate is no whole address");
  for (const [name, isValid] of Object.entries(optional)) {
    if (name in notification && !isValid(notification[name]))
      throw new Error(`${name} has another type`);
  }
  const beside = badgeAndMutable("beside the notification", message);
  const inside = badgeAndMutable("inside the notification", notification);
  if (beside.app_badge !== inside.app_badge || beside.mutable !== inside.mutable)
    throw new Error("the two places differ");
  return { title, navigate: new URL(navigate), ...beside };
}
