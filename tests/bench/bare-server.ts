// The bare server: it serves only the bench's requests, with only node:http, pg and named prepared
// statements. It checks the session's cookie and row, answers with the same bytes as the
// portal, and accepts the same signed events:
//
//   node bare-server.ts PORT
//
// Its environment has DATABASE_URL, SESSION_SECRET and INGEST_SECRET.
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "#server/db/connection.ts";
import { requestLimits } from "#server/db/timeouts.ts";
import { insertReadings } from "./bare-inserts.ts";
import { readingsOf } from "./bare-readings.ts";
import { statistics } from "./bare-statistics.ts";

const { DATABASE_URL = "", SESSION_SECRET = "", INGEST_SECRET = "" } = process.env;
// Connects as the portal does, so that both parse PostgreSQL's values alike.
const { pool } = connect(DATABASE_URL, { limits: requestLimits, onError: console.error });

interface Viewer {
  userId: number;
  role: "manager" | "psychic";
}

const sessionText = `
  select s.sess
    from sessions s
    left join users u on u.id = s.user_id
   where s.sid = $1 and s.expire > $2 and not s.ended
     and (s.user_id is null or u.session_epoch = s.epoch)`;

const sessionKey = createSecretKey(SESSION_SECRET, "utf8");

async function viewerOf(req: IncomingMessage): Promise<Viewer | null> {
  const cookie = /(?:^|; )sid=([^;]+)/.exec(req.headers.cookie ?? "")?.[1];
  if (!cookie) return null;
  const value = decodeURIComponent(cookie);
  const dot = value.lastIndexOf(".");
  const sid = value.slice(2, dot);
  const expected = createHmac("sha256", sessionKey).update(sid).digest("base64").replace(/=+$/, "");
  const given = Buffer.from(value.slice(dot + 1));
  if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) {
    return null;
  }
  const { rows } = await pool.query({
    name: "session",
    text: sessionText,
    values: [sid, new Date()],
  });
  return rows[0]?.sess.viewer ?? null;
}

const availabilityText = `
  select a.code
    from psychics p
    left join availability a on a.psychic_id = p.user_id
   where p.user_id = $1`;

function answer(res: ServerResponse, status: number, body: string | Buffer, etag?: string): void {
  if (etag) res.setHeader("ETag", etag);
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.statusCode = status;
  res.end(body);
}

async function status(req: IncomingMessage, res: ServerResponse, id: number): Promise<void> {
  const { rows } = await pool.query({
    name: "availability",
    text: availabilityText,
    values: [id],
  });
  const [row] = rows;
  if (!row) return answer(res, 404, "{}");
  const etag = `"availability-${row.code}"`;
  if (req.headers["if-none-match"] === etag) {
    res.statusCode = 304;
    res.setHeader("ETag", etag);
    return void res.end();
  }
  answer(res, 200, JSON.stringify(row.code === null ? [] : [{ code: row.code }]), etag);
}

const ingestKey = createSecretKey(INGEST_SECRET.replace(/^whsec_/, ""), "base64");

async function ingest(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { "webhook-id": id, "webhook-timestamp": timestamp } = req.headers;
  const expected = createHmac("sha256", ingestKey)
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  const given = Buffer.from(String(req.headers["webhook-signature"]).slice(3), "base64");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return answer(res, 401, "{}");
  }
  const { readings } = JSON.parse(body.toString()).data;
  await insertReadings(pool, readings);
  answer(res, 200, JSON.stringify({ applied: readings.length, duplicate: false }));
}

async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = req.url ?? "";
  if (req.method === "POST") return ingest(req, res);
  const viewer = await viewerOf(req);
  if (!viewer) return answer(res, 401, "{}");
  const [path = "", search = ""] = url.split("?");
  const query = new URLSearchParams(search);
  const range = { start: query.get("start_date") ?? "", end: query.get("end_date") ?? "" };
  const [, id, what] = /^\/api\/psychics\/(\d+)\/(\w+)$/.exec(path) ?? [];
  if (viewer.role !== "manager" && Number(id) !== viewer.userId) return answer(res, 403, "{}");
  if (what === "status") return status(req, res, Number(id));
  if (what === "readings") return answer(res, 200, await readingsOf(pool, Number(id), range));
  if (path === "/api/statistics") return answer(res, 200, await statistics(pool, range));
  answer(res, 404, "{}");
}

createServer((req, res) => {
  handle(req, res).catch((error) => {
    console.error(error);
    answer(res, 500, "{}");
  });
}).listen(Number(process.argv[2]), () => console.log("listening"));
