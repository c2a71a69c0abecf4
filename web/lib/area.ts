import type { Session } from "#shared/sessions.ts";

/** Whose screens a session sees: `manager` is null for a manager, and only then. */
export function areaOf(session: Session): "manager" | "psychic" {
  return session.manager === null ? "manager" : "psychic";
}

/** Where a session lands after signing in. */
export function landingOf(session: Session): "/dashboard" | "/psychic" {
  return areaOf(session) === "manager" ? "/dashboard" : "/psychic";
}
