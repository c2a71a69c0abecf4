/**
 * The first step of every address that the app itself answers, from what the phone keeps: the
 * psychics' area and the account's pages. Recruiting pages, the API and files are the server's.
 */
const keptAreas = ["psychic", "login", "forgot_password", "recover_password", "undo_email"];

/** The managers' area: always the server's latest, and only without a network what is kept. */
const managerAreas = [
  "dashboard",
  "psychics",
  "statistics",
  "approvals",
  "contacts",
  "problem",
  "newpsychic",
  "edit_profile",
];

/** A file's address is no screen, wherever it stands. */
const areaOf = (path: string) =>
  /\.\w+$/.test(path) ? "" : (path.split("/", 2)[1] ?? "").toLowerCase();

/** How the page of an address is answered. */
export function shellAnswer(path: string): "kept" | "server-first" | "server" {
  const area = areaOf(path);
  if (keptAreas.includes(area)) return "kept";
  return managerAreas.includes(area) ? "server-first" : "server";
}
