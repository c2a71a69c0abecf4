import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allEndpoints } from "#shared/api.ts";
import { patient } from "../support/patience.ts";
import { makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp, testEnv } from "../support/test-app.ts";

let portal: TestApp;
let psychic: SignedIn;
let id: number;

beforeAll(async () => {
  portal = await openTestApp();
  const person = await makePsychic(portal.services.db.sql);
  id = person.id;
  psychic = await portal.signIn(person.username, password);
});
afterAll(() => portal.close());

const longEmail = (length: number) => `a@${".".repeat(length)}@`;

describe("a body", () => {
  it("larger than a form needs is refused before it is read (A2)", async () => {
    const contact = { name: "A", email: longEmail(96_000), phone: "2125550100" };
    expect((await portal.visit().post("/api/contacts", { contact })).status).toBe(413);
    const profile = { email: longEmail(50_000) };
    expect((await psychic.put("/api/profile", { profile })).status).toBe(413);
    const gift = { subject: "For you", minutes: 3, customers: [1], body: ">".repeat(310_000) };
    expect((await psychic.post(`/api/psychics/${id}/gifts`, gift)).status).toBe(413);
  });

  it("of more values than any form has is refused before it is parsed", async () => {
    const send = (count: number) =>
      psychic.post(`/api/psychics/${id}/problem`, { details: Array(count).fill(1) });
    expect((await send(5_001)).status).toBe(422);
    const { status, body } = await send(5_002);
    expect([status, body.detail]).toEqual([413, "The body has too many values"]);
    const texts = { details: Array(5_001).fill('\\",,') };
    expect((await psychic.post(`/api/psychics/${id}/problem`, texts)).status).toBe(413);
    const oneText = { details: Array(5_000).fill('\\",,').join("") };
    expect((await psychic.post(`/api/psychics/${id}/problem`, oneText)).status).toBe(422);
  });

  it("within the limit is refused only for the length of its texts (A1, A2)", async () => {
    const contact = { name: "A", email: longEmail(15_000), phone: "2125550100" };
    const { status, body } = await portal.visit().post("/api/contacts", { contact });
    expect([status, body.errors]).toEqual([
      422,
      [{ path: "contact.email", code: "too_big", message: "Email is too long" }],
    ]);
    const gift = { subject: "For you", minutes: 3, customers: [1], body: ">".repeat(170_000) };
    const sent = await psychic.post(`/api/psychics/${id}/gifts`, gift);
    expect([sent.status, sent.body.errors]).toEqual([
      422,
      [{ path: "body", code: "too_big", message: "Message body cannot exceed 4000 characters" }],
    ]);
  });

  it("is accepted with the longest texts, even if each character is escaped (A2)", async () => {
    const escaped = (text: string) => JSON.stringify(text).replaceAll("é", "\\u00e9");
    const send = (path: string, body: string) =>
      psychic.agent
        .post(`/api/psychics/${id}/${path}`)
        .set({ Origin: testEnv.publicUrl, "Content-Type": "application/json" })
        .send(body);
    const listing = `{"listing":{"sales_pitch":"Kind","body":${escaped("é".repeat(8000))},"categories":[26]}}`;
    expect((await send("listings", listing)).status).toBe(204);
    const problem = `{"category":"Phone","details":${escaped("é".repeat(4000))}}`;
    expect((await send("problem", problem)).status).toBe(204);
  });

  it("may be larger than 16 kB only if a whole form needs it (A2)", () => {
    const larger = allEndpoints.filter(
      ([, { bodyChecks }]) => (bodyChecks?.maxBytes ?? 0) > 16_000,
    );
    expect(larger.map(([name]) => name).sort()).toEqual([
      "ingestEvent",
      "reassign",
      "reportProblem",
      "sendGifts",
      "submitListing",
      "updateExceptions",
      "updateSchedule",
      "uploadPicture",
    ]);
  });
});

describe("a weak ETag", () => {
  const week = { schedule: [{ day: 2, status: "A", from: "18:00", to: "22:00" }] };
  const path = () => `/api/psychics/${id}/schedule`;

  it("matches in If-None-Match, alone and among others (A3)", async () => {
    const etag = (await psychic.get(path())).headers.etag as string;
    for (const known of [`W/${etag}`, `"x" , W/${etag}`, `${etag},"y"`]) {
      expect((await psychic.get(path()).set("If-None-Match", known)).status).toBe(304);
    }
    const other = etag.replace("schedule-", "schedule-9");
    expect((await psychic.get(path()).set("If-None-Match", `W/${other}`)).status).toBe(200);
  });

  it("matches in If-Match; a stale one is still 412 (A3)", async () => {
    const first = (await psychic.get(path())).headers.etag as string;
    const saved = await psychic.post(path(), week).set("If-Match", `W/${first}`);
    expect(saved.status).toBe(204);
    const second = saved.headers.etag as string;
    expect((await psychic.post(path(), week).set("If-Match", `W/${first}`)).status).toBe(412);
    const listed = `W/${first}, W/${second}`;
    expect((await psychic.post(path(), week).set("If-Match", listed)).status).toBe(204);
  });
});

describe("an id in a path", () => {
  it("that is not valid is refused to a psychic, and the refusal is audited", async () => {
    const { sql } = portal.services.db;
    const refused = () => sql("audit_trail").where({ actor_id: id, action: "refused" });
    for (const [strange, subject] of [
      ["-99999999999", null],
      ["99999999999", null],
      ["2147483648", null],
      ["2147483647", 2_147_483_647],
      ["-1", null],
      ["1e3", null],
      ["0x7", null],
      ["x", null],
    ] as const) {
      // An hour's refusals of one route share a row.
      await sql("audit_hours").where({ actor_id: id }).delete();
      const before = await refused();
      const { status } = await psychic.get(`/api/psychics/${strange}/schedule`);
      const added = (await refused().orderBy("id")).slice(before.length);
      expect([strange, status, added.map((row) => row.subject_id)]).toEqual([
        strange,
        403,
        [subject],
      ]);
    }
  });
});

describe("Accept-Encoding", () => {
  it("without gzip, or with q=0 for it, gets an uncompressed answer", async () => {
    const encodingFor = async (accepted: string) => {
      const answer = await psychic.get("/api/openapi.json").set("Accept-Encoding", accepted);
      expect(answer.status).toBe(200);
      return answer.headers["content-encoding"];
    };
    for (const accepted of ["gzip;q=0, identity", "gzip; q=0.000", "identity", "x-gzipped", ""]) {
      expect([accepted, await encodingFor(accepted)]).toEqual([accepted, undefined]);
    }
    for (const accepted of ["gzip", "br, GZIP;q=0.5", "deflate, gzip;q=1.0, *;q=0.5"]) {
      expect([accepted, await encodingFor(accepted)]).toEqual([accepted, "gzip"]);
    }
  });
});

describe("methods of an API path", () => {
  it("a wrong one is 405; the answer lists the allowed ones (I6)", async () => {
    for (const [method, path, allow] of [
      ["delete", "/api/psychics", "GET, HEAD, POST, OPTIONS"],
      ["put", `/api/psychics/${id}/status`, "GET, HEAD, POST, OPTIONS"],
      ["post", "/api/psychics/busy", "GET, HEAD, OPTIONS"],
      ["post", "/api/profile/password", "PUT, OPTIONS"],
      ["patch", "/api/contacts/7", "DELETE, OPTIONS"],
      ["get", "/api/ingest/events", "POST, OPTIONS"],
    ] as const) {
      const { status, headers, body } = await portal.visit().agent[method](path);
      expect([method, path, status, headers.allow]).toEqual([method, path, 405, allow]);
      expect(body.type).toBe("urn:problem:wrong_method");
    }
    expect((await portal.visit().agent.delete("/api/nowhere")).status).toBe(404);
  });

  it("OPTIONS lists the allowed ones, and HEAD is GET without the body (I6)", async () => {
    const { status, headers, text } = await portal.visit().agent.options("/api/psychics");
    expect([status, headers.allow, text]).toEqual([204, "GET, HEAD, POST, OPTIONS", ""]);
    const head = await psychic.agent.head(`/api/psychics/${id}/status`);
    expect([head.status, head.text]).toEqual([200, undefined]);
    expect(head.headers.etag).toBeDefined();
  });
});

it("every answer forbids browser features that no page uses, and says who may embed it (I6)", async () => {
  for (const path of ["/api/health/live", "/api/docs", "/robots.txt", "/cos/agreement"]) {
    const { headers } = await portal.visit().get(path);
    expect(headers["permissions-policy"], path).toMatch(/camera=\(\).*geolocation=\(\)/);
    const embedding = path.startsWith("/api") ? "same-site" : "same-origin";
    expect(headers["cross-origin-resource-policy"], path).toBe(embedding);
  }
  // Pictures are public, because the customers' sites show them.
  const { headers } = await portal.visit().get("/api/images/default_m.jpg");
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
});

describe("a refusal", () => {
  const answerTo = async (request: string) => {
    const server = portal.app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const startedAt = performance.now();
    socket.write(request);
    const [first] = await once(socket, "data");
    return {
      answer: String(first),
      closed: async () => {
        await once(socket, "close");
        server.close();
        return performance.now() - startedAt;
      },
      hangUp: () => {
        socket.destroy();
        server.close();
      },
    };
  };
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: portal.test\r\nContent-Type: application/json\r\nOrigin: ${testEnv.publicUrl}\r\nContent-Length: ${length}\r\n\r\n`;

  it("is sent before the body has arrived, and closes the connection (I2)", async () => {
    const refusals = [
      [`/api/psychics/${id}/status`, 401],
      ["/api/contacts", 413],
      ["/login", 405],
    ] as const;
    // The portal gives each client two seconds to read the answer.
    const checks = refusals.map(async ([path, status]) => {
      const { answer, closed } = await answerTo(`${head(path, 10_000_000)}{"code":`);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toMatch(/\r\nConnection: close\r\n/);
      expect(answer).toMatch(/urn:problem:/);
      expect(await closed()).toBeLessThan(patient(8_000));
    });
    await Promise.all(checks);
  });

  it("of a request that has arrived in full keeps the connection open (I2)", async () => {
    const { answer, hangUp } = await answerTo(`${head(`/api/psychics/${id}/status`, 2)}{}`);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toMatch(/\r\nConnection: keep-alive\r\n/);
    hangUp();
  });
});
