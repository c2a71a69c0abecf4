/**
 * The first path segments of the psychics' screens and of those for signing in and recovery. The
 * precached page answers them.
 */
const precachedAreas = [
  "psychic",
  "login",
  "forgot_password",
  "recover_password",
  "undo_email",
  "not_me",
];

/** Where staff turn on notifications, which need the app's worker. */
const notificationsArea = "notifications";

/**
 * The first path segments of the managers' screens. They get the server's page, or while offline
 * the precached one. The server answers everything else: recruiting pages, sign-ups, the API and
 * files.
 */
const managerAreas = [
  "dashboard",
  "psychics",
  "floor",
  "time-off",
  "statistics",
  "approvals",
  "contacts",
  "staff",
  "audit",
  "problem",
  "newpsychic",
  "edit_profile",
  "payroll",
  "privacy",
  "security",
  notificationsArea,
  "away",
];

/** An address with a file extension belongs to no area. */
const areaOf = (path: string) =>
  /\.\w+$/.test(path) ? "" : (path.split("/", 2)[1] ?? "").toLowerCase();

/** Whether the screen stores the app in the browser. Other screens use it if it is stored. */
export const storesApp = (path: string) =>
  shellAnswer(path) === "precached" || areaOf(path) === notificationsArea;

/** Which page answers a request: the precached one, or the server's. */
export function shellAnswer(path: string): "precached" | "server-first" | "server" {
  const area = areaOf(path);
  if (precachedAreas.includes(area)) return "precached";
  return managerAreas.includes(area) ? "server-first" : "server";
}
