import { makeManager } from "#seeds/builders/user.ts";
import type { Services } from "#server/services.ts";
import type { managerEndpoints } from "#shared/managers.ts";
import type { Cast, Example } from "./examples.ts";

/** No psychic can stand in or take over. */
const away = (psychic: number) => ({ from: "2026-03-02", to: "2099-01-01", delegate: psychic });

/** Makes a manager who counts as able to sign in, because there is a password hash. */
const somebody = async ({ db }: Services) => ({
  id: (await makeManager(db.sql, { password_hash: "no password has this hash" })).id,
});

export const managerExamples: Record<keyof typeof managerEndpoints, (cast: Cast) => Example> = {
  listManagers: () => ({}),
  setOwnAbsence: ({ subject }) => ({
    body: { ...away(subject), to: "2026-12-31" },
    status: 422,
  }),
  removeOwnAbsence: () => ({}),
  setOwnLanguages: () => ({ body: { languages: [1, 2] } }),
  setAbsence: ({ subject }) => ({ body: away(subject), prepare: somebody, status: 422 }),
  removeAbsence: () => ({ prepare: somebody }),
  listAssignmentRules: () => ({}),
  setAssignmentRule: () => ({
    params: { brand: "cos" },
    body: { kind: "by_language", version: 0 },
    prepare: async ({ db }) => {
      await db.sql("assignment_rules").del();
      return undefined;
    },
  }),
  reassign: ({ subject }) => ({
    body: { to: subject, psychics: [{ id: subject, from: subject }] },
    status: 422,
  }),
  // No reassignment has this id.
  undoReassignment: () => ({ params: { id: 999_999 }, status: 404 }),
};
