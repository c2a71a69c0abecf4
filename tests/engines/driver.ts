/** An element as a WebDriver names it: scripts return it, and accept it as an argument. */
export type ElementName = Record<string, string>;

/** The commands that the journeys need; both engines speak the commands of WebDriver. */
export interface Driver {
  go(url: string): Promise<void>;
  /** Runs a function's body in the page: `return document.title`. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  click(element: ElementName): Promise<void>;
  /** Empties a field and types. */
  type(element: ElementName, text: string): Promise<void>;
  forgetCookies(): Promise<void>;
  /** PNG in base64. */
  picture(): Promise<string>;
  close(): Promise<void>;
}

/** A command of the standard under both of its names, and where it puts its element. */
export interface Command {
  method: "POST" | "GET" | "DELETE";
  /** Below the session's address. */
  path: string;
  /** As Firefox's Marionette calls it. */
  name: string;
  /** The name under which Marionette takes the element of the path. */
  id?: string;
  body?: Record<string, unknown>;
}

export type Send = (command: Command) => Promise<unknown>;

const idOf = (element: ElementName) => Object.values(element)[0] ?? "";

/** The driver's methods by their commands. */
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
