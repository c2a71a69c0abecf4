// The portal as main.ts composes it, with a job and endpoints that fail in every way and quote the
// request in their errors. A test checks that no such quote is ever written down.
import { createServer } from "node:http";
import { join } from "node:path";
import express, { Router } from "express";
import { z } from "zod";
import { createApp } from "#server/app.ts";
import { readEnv } from "#server/env.ts";
import { recordActivity } from "#server/features/logins/portal-logins.ts";
import { errorHandler } from "#server/http/errors.ts";
import type { Handlers } from "#server/http/handler.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { requestLog } from "#server/http/request-log.ts";
import { routeContext } from "#server/http/route-context.ts";
import { addRoutes, routesOf } from "#server/http/router.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import type { AnyJob } from "#server/jobs/jobs.ts";
import { openServices } from "#server/open-services.ts";
import { defineEndpoints } from "#shared/http/endpoint.ts";
import { type Failure, failures } from "./failures.ts";

const env = readEnv();
const services = openServices(env, env.DATABASE_URL ?? "");
const { db, jobs, log, metrics } = services;

const endpoints = defineEndpoints({
  fail: {
    method: "POST",
    path: "/probe/failures",
    access: "signed-in",
    summary: "Fails in the given way.",
    body: z.strictObject({ how: z.enum(failures), text: z.string() }),
    response: z.object({ text: z.string() }),
  },
  note: {
    method: "POST",
    path: "/probe/notes",
    access: "signed-in",
    summary: "Succeeds and stores nothing.",
    body: z.strictObject({ text: z.string() }),
    status: 204,
  },
});

const handlers: Handlers<typeof endpoints> = {
  fail: async ({ body: { how, text }, sql, jobs: queue, res }) => {
    const fail: Record<Failure, () => unknown> = {
      error: () => {
        throw new Error(`about ${text}`);
      },
      "thrown text": () => {
        throw text;
      },
      "thrown object": () => {
        throw { message: text, toString: () => text };
      },
      "error like a stack": () => {
        throw new Error(`about\n    at f (/app/server/${text}:1:1)\n    at (server/${text})`);
      },
      "error with causes": () => {
        throw new AggregateError([new Error(text)], text, { cause: new Error(text) });
      },
      "error with a code": () => {
        throw Object.assign(new Error(text), { code: text, detail: text });
      },
      "broken SQL": () => sql.raw(`select '${text}'::integer`),
      "a duplicate": () => sql("platform_events").insert([duplicate(text), duplicate(text)]),
      "a broken rule": () => sql("users").insert({ username: text, role: text } as never),
      "no such table": () =>
        sql("no_such_table")
          .where({ [text]: text })
          .select(text),
      refusal: () => {
        throw invalid(text, text);
      },
      conflict: () => {
        throw new Refusal("state_forbids");
      },
      "half an answer": () => {
        res.write(`{"text":"${text}`);
        throw new Error(text);
      },
      job: () => queue.send("prune", {}, sql),
    };
    await fail[how]();
    return { text: "" };
  },
  note: () => undefined,
};

const duplicate = (text: string) => ({ id: text, type: text });

const failingJob: AnyJob = {
  name: "prune",
  retries: 0,
  handle: () => Promise.reject(new Error(`a job about ${process.env.CANARY_OF_JOB}`)),
};
await jobs.start(services, [...allJobs.filter(({ name }) => name !== "prune"), failingJob]);

const router = Router();
const context = routeContext({
  services,
  env,
  recordActivity,
});
addRoutes(router, routesOf(endpoints, handlers), context);
const app = express();
app.set("trust proxy", env.TRUST_PROXY);
app.use("/api/probe", requestLog(log, metrics));
app.use("/api", router);
app.use("/api/probe", errorHandler(log));
const webFolder = join(import.meta.dirname, "../../dist/web");
app.use(createApp({ services, env, webFolder, draining: () => false }));
createServer(app).listen(env.PORT, () => process.stdout.write("The portal is at its port\n"));
createServer(async (_req, res) => {
  res.end(await metrics.registry.metrics());
}).listen(env.METRICS_PORT);

process.once("SIGTERM", async () => {
  await jobs.stop();
  await db.close();
  log.flush();
  process.exit(0);
});
