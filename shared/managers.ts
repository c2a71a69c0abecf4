import { z } from "zod";
import { day, id, instant, listOf, listQuery, pathId } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { brandKeys } from "./reference/brands.ts";
import { isLanguage } from "./reference/languages.ts";
import { assignmentKinds } from "./rules/managers.ts";

/** One reassignment moves at most this many psychics and as many applications. */
export const reassignedAtMost = 500;

/** For this long (ms) a reassignment can be undone. */
export const reassignmentUndoableFor = 30_000;

/** The longest absence in days. */
export const awayAtMost = 366;

const manager = z.object({
  user_id: id,
  username: z.string(),
  first: z.string(),
  last: z.string(),
  brand: z.enum(brandKeys),
  /** Whether psychics can belong to this person; applications can belong to everybody here. */
  has_psychics: z.boolean(),
  psychics: z.int(),
  contacts: z.int(),
  /** The ids of the languages that this person speaks. */
  languages: z.array(z.int()),
  /** The present or next absence. */
  away: z.object({ from: day, to: day, delegate: id.nullable() }).nullable(),
});
z.globalRegistry.add(manager, { id: "Manager" });
export type Manager = z.infer<typeof manager>;

const rule = z.object({
  brand: z.enum(brandKeys),
  kind: z.enum(assignmentKinds),
  /** The person of the kind `fixed`, else null. */
  manager_id: id.nullable(),
  /** Rises with every change; 0 before the first. */
  version: z.int(),
});
z.globalRegistry.add(rule, { id: "AssignmentRule" });
export type AssignmentRule = z.infer<typeof rule>;

/** The first and the last day; the delegate stands in. */
const absence = z.strictObject({ from: day, to: day, delegate: id });

const memberParams = z.object({ id: pathId });

const moved = <From extends z.ZodType>(from: From) =>
  listOf(
    z.array(z.strictObject({ id, from })).max(reassignedAtMost, `At most ${reassignedAtMost}`),
    reassignedAtMost,
    `At most ${reassignedAtMost}`,
  );

export const managerEndpoints = defineEndpoints({
  listManagers: {
    method: "GET",
    path: "/managers",
    access: "staff",
    needs: "see-psychics",
    summary: "List the staff to whom psychics or applications can belong, by username.",
    query: listQuery(["username", "first", "last", "brand", "psychics", "contacts"]),
    response: z.object({ managers: z.array(manager), total: z.int() }),
  },
  setOwnAbsence: {
    method: "PUT",
    path: "/managers/self/away",
    access: "staff",
    needs: "handle-applications",
    summary:
      "Say on which New York days you are away, and who stands in; replaces the absence before.",
    body: absence,
  },
  removeOwnAbsence: {
    method: "DELETE",
    path: "/managers/self/away",
    access: "staff",
    needs: "handle-applications",
    summary: "End or cancel your absence.",
  },
  setOwnLanguages: {
    method: "PUT",
    path: "/managers/self/languages",
    access: "staff",
    needs: "handle-applications",
    summary: "Set the languages that you speak.",
    body: z.strictObject({
      languages: listOf(z.array(z.int().refine(isLanguage, "No such language")), 20, "Too many"),
    }),
  },
  setAbsence: {
    method: "PUT",
    path: "/managers/{id}/away",
    access: "staff",
    needs: "manage-staff",
    summary: "Set another manager's absence, such as of somebody who is ill.",
    params: memberParams,
    body: absence,
    refuses: [404],
  },
  removeAbsence: {
    method: "DELETE",
    path: "/managers/{id}/away",
    access: "staff",
    needs: "manage-staff",
    summary: "End or cancel another manager's absence.",
    params: memberParams,
    refuses: [404],
  },
  listAssignmentRules: {
    method: "GET",
    path: "/assignment_rules",
    access: "staff",
    needs: "manage-staff",
    summary: "List the rules that give each brand's sign-ups and applications a manager.",
    response: z.object({ rules: z.array(rule) }),
  },
  setAssignmentRule: {
    method: "PUT",
    path: "/assignment_rules/{brand}",
    access: "staff",
    needs: "manage-staff",
    summary:
      "Change how a brand's sign-ups and applications get a manager. Needs a fresh confirmation. " +
      "The answer is 409 if `version` is no longer the rule's.",
    params: z.object({ brand: z.enum(brandKeys) }),
    body: z.strictObject({
      kind: z.enum(assignmentKinds, { error: "Choose a rule" }),
      /** Required for `fixed`. */
      manager_id: id.nullish(),
      version: z.int().min(0).max(2_147_483_647),
    }),
    refuses: [409],
  },
  reassign: {
    method: "POST",
    path: "/reassignments",
    access: "staff",
    needs: "edit-psychics",
    summary:
      "Give psychics and applications to another manager: all or none. The answer is 409 if one of " +
      "them no longer belongs to its `from`.",
    bodyChecks: { maxBytes: 64_000 },
    body: z
      .strictObject({
        to: id,
        psychics: moved(id).optional(),
        contacts: moved(id.nullable()).optional(),
      })
      .refine(({ psychics, contacts }) => (psychics?.length ?? 0) + (contacts?.length ?? 0) > 0, {
        path: ["psychics"],
        error: "Choose at least one",
      }),
    response: z.object({
      id,
      /** Until this time, the reassignment can be undone. */
      undo_until: instant,
      /** How many moved. Does not count those that belonged to that manager already. */
      psychics: z.int(),
      contacts: z.int(),
    }),
    status: 201,
    refuses: [409],
  },
  undoReassignment: {
    method: "POST",
    path: "/reassignments/{id}/undo",
    access: "staff",
    needs: "edit-psychics",
    summary:
      "Undo one's own reassignment within 30 seconds. What somebody else has reassigned since then " +
      "stays with its new manager. The answer is 409 if the time is over, if it was undone, or if " +
      "an earlier manager can no longer act.",
    params: memberParams,
    /** How many were given back. */
    response: z.object({ psychics: z.int(), contacts: z.int() }),
    refuses: [404, 409],
  },
});
