// A client that is typed by the OpenAPI document alone, as an integrator would write it. The test
// generates `paths`, compiles this file and runs it through a validating proxy.
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.js";

/** The journey's answers, which the test checks. */
export interface Seen {
  signedIn: components["schemas"]["Session"];
  busy: number;
  firstReading: components["schemas"]["Reading"] | undefined;
  scheduleTag: string | null;
  staleStatus: number;
  wrongField: string | undefined;
  notModified: number;
}

function ok<T>({ data, response }: { data?: T; response: Response }): T {
  if (data === undefined) throw new Error(`${response.url} answered ${response.status}`);
  return data;
}

/**
 * @param origin the portal's own origin, which every write must name.
 * @param psychic the user_id of a psychic with readings.
 */
export async function journey(
  baseUrl: string,
  origin: string,
  credentials: components["schemas"]["SignInBody"],
  psychic: number,
): Promise<Seen> {
  const headers: Record<string, string> = { Origin: origin };
  const api = createClient<paths>({ baseUrl, headers });
  let cookie = "";
  api.use({
    onRequest({ request }) {
      if (cookie) request.headers.set("Cookie", cookie);
      return request;
    },
    onResponse({ response }) {
      // The proxy joins several cookies into one header.
      const [, session] =
        /(?:^|,\s*)(sid=[^;]+)/.exec(response.headers.get("Set-Cookie") ?? "") ?? [];
      if (session) cookie = session;
    },
  });

  const signedIn = ok(await api.POST("/sessions", { body: credentials }));
  const { busy } = ok(await api.GET("/psychics/busy"));
  const path = { id: psychic };
  const { readings } = ok(
    await api.GET("/psychics/{id}/readings", {
      params: { path, query: { limit: 1, sort: "call_date", order: "desc" } },
    }),
  );
  const schedule = await api.GET("/psychics/{id}/schedule", { params: { path } });
  const tag = schedule.response.headers.get("ETag");
  const same = await api.GET("/psychics/{id}/schedule", {
    params: { path, header: { "If-None-Match": tag ?? "" } },
    parseAs: "text",
  });
  const week: components["schemas"]["UpdateScheduleBody"] = {
    schedule: [{ day: 2, number: 1, status: "A", from: "18:00", to: "22:00" }],
  };
  const save = (ifMatch: string) =>
    api.POST("/psychics/{id}/schedule", {
      params: { path, header: { "If-Match": ifMatch } },
      body: week,
    });
  const saved = await save(tag ?? "");
  const stale = await save(tag ?? "");
  const wrong = await api.PUT("/psychics/{id}/acct_status", {
    params: { path },
    body: { acctStatus: "Gone" as "Active" },
  });
  await api.DELETE("/sessions/0");
  return {
    signedIn,
    busy,
    firstReading: readings[0],
    scheduleTag: saved.response.headers.get("ETag"),
    staleStatus: stale.response.status,
    wrongField: wrong.error?.errors?.[0]?.path,
    notModified: same.response.status,
  };
}
