import express, { type Express, Router } from "express";
import type { Knex } from "knex";
import { z } from "zod";
import { oneRow } from "#server/db/one-row.ts";
import { errorHandler } from "#server/http/errors.ts";
import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { addRoutes, routesOf } from "#server/http/router.ts";
import { currentReader } from "#server/http/versions.ts";
import { pathId } from "#shared/fields.ts";
import { defineEndpoints } from "#shared/http/endpoint.ts";
import type { TestApp } from "./test-app.ts";

/**
 * Endpoints for tests of idempotency keys, versions and limits. Each note and each write of the
 * schedule stores one problem report.
 */
export const probeEndpoints = defineEndpoints({
  note: {
    method: "POST",
    path: "/probe/notes",
    access: "signed-in",
    summary: "Writes one row.",
    body: z.strictObject({
      text: z.string(),
      outcome: z.enum(["conflict", "invalid", "crash"]).optional(),
    }),
    response: z.object({ id: z.int() }),
    status: 201,
  },
  readSchedule: {
    method: "GET",
    path: "/probe/{id}/schedule",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "Reads a versioned resource.",
    params: z.object({ id: pathId }),
    response: z.object({ texts: z.array(z.string()) }),
  },
  writeSchedule: {
    method: "PUT",
    path: "/probe/{id}/schedule",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "Writes a versioned resource.",
    params: z.object({ id: pathId }),
    body: z.strictObject({ text: z.string() }),
    versioned: "schedule",
  },
  limited: {
    method: "POST",
    path: "/probe/limited",
    access: "signed-in",
    summary: "Allows three calls an hour.",
    limits: [{ bucket: "probe", points: 3, seconds: 3600, by: "user" }],
  },
});

async function write(sql: Knex, userId: number, details: string): Promise<number> {
  const row = await oneRow(
    sql("problems").insert({ user_id: userId, category: "Other", details }).returning("id"),
  );
  return row.id;
}

const textsOf = (sql: Knex, userId: number): Promise<string[]> =>
  sql("problems").where({ user_id: userId }).orderBy("id").pluck("details");

const probeHandlers: Handlers<typeof probeEndpoints> = {
  note: async ({ sql, viewer, body, audit }) => {
    const id = await write(sql, viewer.userId, body.text);
    await audit("schedule changed", viewer.userId, { id });
    if (body.outcome === "conflict") throw new Refusal("state_forbids");
    if (body.outcome === "invalid") throw new Refusal("invalid");
    if (body.outcome === "crash") throw new Error(`a failure that quotes ${body.text}`);
    return { id };
  },
  readSchedule: async ({ sql, params }) => ({ texts: await textsOf(sql, params.id) }),
  writeSchedule: async ({ sql, params, body }) => {
    await write(sql, params.id, body.text);
    return undefined;
  },
  limited: () => undefined,
};

/** Serves the probe endpoints with the portal's real stages on the test's database. */
export function probeApp(portal: TestApp): Express {
  const context = portal.context({
    schedule: currentReader(
      { response: z.object({ texts: z.array(z.string()) }) },
      async ({ sql }, ownerId) => ({ texts: await textsOf(sql, ownerId), unnamed: "secret" }),
    ),
  });
  const router = Router();
  addRoutes(router, routesOf(probeEndpoints, probeHandlers), context);
  const app = express();
  app.set("trust proxy", 1);
  app.use("/api", router);
  app.use(errorHandler(portal.services.log));
  return app;
}
