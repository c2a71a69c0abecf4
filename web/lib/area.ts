import type { Session } from "#shared/sessions.ts";

/** The area that a session may see. Only a manager's session has no `manager` (D1). */
export function areaOf(session: Session): "manager" | "psychic" {
  return session.manager === null ? "manager" : "psychic";
}

/** The first screen after sign-in. */
export function landingOf(session: Session): "/dashboard" | "/psychic" {
  return areaOf(session) === "manager" ? "/dashboard" : "/psychic";
}
