/** A reference to an element. Scripts return it, and accept it as an argument. */
export type ElementName = Record<string, string>;

/** The commands that the journeys need. Both engines accept WebDriver's commands. */
export interface Driver {
  go(url: string): Promise<void>;
  /** Runs the body of a function in the page, such as `return document.title`. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  click(element: ElementName): Promise<void>;
  /** Empties the field, then types. */
  type(element: ElementName, text: string): Promise<void>;
  forgetCookies(): Promise<void>;
  /** A screenshot: PNG in base64. */
  picture(): Promise<string>;
  close(): Promise<void>;
}

/** A command in both forms: WebDriver over HTTP, and Firefox's Marionette. */
export interface Command {
  method: "POST" | "GET" | "DELETE";
  /** The path after the session's URL. */
  path: string;
  /** Marionette's name for the command. */
  name: string;
  /** The id of the element in the path. Marionette expects it as a parameter. */
  id?: string;
  body?: Record<string, unknown>;
}

export type Send = (command: Command) => Promise<unknown>;

const idOf = (element: ElementName) => Object.values(element)[0] ?? "";

/** Implements the driver's methods by commands. */
export function driverOf(send: Send, close: () => Promise<void>): Driver {
  const ofElement = (element: ElementName, step: string, name: string, body = {}) => {
    const id = idOf(element);
    return send({ method: "POST", path: `/element/${id}/${step}`, name, id, body });
  };
  return {
    async go(url) {
      await send({ method: "POST", path: "/url", name: "WebDriver:Navigate", body: { url } });
    },
    async run<T>(body: string, ...args: unknown[]) {
      const given = { script: body, args };
      const name = "WebDriver:ExecuteScript";
      return (await send({ method: "POST", path: "/execute/sync", name, body: given })) as T;
    },
    async click(element) {
      await ofElement(element, "click", "WebDriver:ElementClick");
    },
    async type(element, text) {
      await ofElement(element, "clear", "WebDriver:ElementClear");
      await ofElement(element, "value", "WebDriver:ElementSendKeys", { text });
    },
    async forgetCookies() {
      await send({ method: "DELETE", path: "/cookie", name: "WebDriver:DeleteAllCookies" });
    },
    async picture() {
      const name = "WebDriver:TakeScreenshot";
      const body = { full: false };
      return String(await send({ method: "GET", path: "/screenshot", name, body }));
    },
    close,
  };
}
