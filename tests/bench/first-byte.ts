// Measures how long the first byte of a recording takes through the portal, and from the bucket
// itself, in turns:
//
//   node scripts/launch.mjs run tests/bench/first-byte.ts [PAIRS, default 200]
//
// One process with the settings of production, a recording of 20 MB, and OpenStack Swift on the
// same machine (scripts/swift.ts). A player begins: it asks for the whole file, and is cut off
// after the first byte. A player seeks: it asks for 64 kB in the middle. The portal checks the
// session and the reading, audits the play and finds the file before it reads. The bench prints the
// median and the 99th percentile of each side's times and of the pairs' differences (aim: at most
// 100 ms). It gates nothing: run it on a quiet machine.
//
// BENCH_DATABASE_URL is a PostgreSQL database whose user may create databases. Without it, the
// embedded PostgreSQL runs in .data/bench.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { AwsClient } from "aws4fetch";
import { makeReading } from "#seeds/builders/reading.ts";
import { type BucketSettings, createBucketStore } from "#server/adapters/bucket-store.ts";
import { connect } from "#server/db/connection.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { Page, type PortalProcess } from "../support/portal-process.ts";
import { startS3Server } from "../support/s3-server.ts";
import { withPortal } from "./bench-portal.ts";

const pairs = Number(process.argv[2] ?? 200);
/** Pairs that only warm everything up. */
const warming = 10;
const size = 20_000_000;
const name = "recordings/20260611/call-1.wav";

type Headers = Record<string, string>;
interface Side {
  url: string;
  headers: () => Promise<Headers>;
  agent: Agent;
}

/** Milliseconds from the request until the first byte of the file. */
async function firstByte({ url, headers, agent }: Side, range: string, isCut: boolean) {
  const signed = await headers();
  const began = performance.now();
  const sent = request(url, { agent, headers: { ...signed, Range: range } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  if (answer.statusCode !== 206) throw new Error(`${url}: ${answer.statusCode}`);
  await once(answer, "readable");
  const took = performance.now() - began;
  if (isCut) sent.destroy();
  else await once(answer.resume(), "end");
  return took;
}

const at = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? Number.NaN;
const spread = (times: readonly number[]) =>
  `${at(times, 0.5).toFixed(1)} ms (p99 ${at(times, 0.99).toFixed(1)})`;

async function compare(what: string, portal: Side, bucket: Side, range: string, isCut: boolean) {
  const times: { portal: number[]; bucket: number[] } = { portal: [], bucket: [] };
  for (let pair = -warming; pair < pairs; pair++) {
    const sides = [
      ["portal", portal],
      ["bucket", bucket],
    ] as const;
    for (const [side, asked] of pair % 2 ? sides : sides.toReversed()) {
      const took = await firstByte(asked, range, isCut);
      if (pair >= 0) times[side].push(took);
    }
  }
  const more = times.portal.map((took, pair) => took - (times.bucket[pair] ?? Number.NaN));
  console.log(
    `${what}: portal ${spread(times.portal)}, bucket ${spread(times.bucket)}; ` +
      `the portal takes ${spread(more)} longer (aim: at most 100)`,
  );
}

async function measure(portal: PortalProcess, databaseUrl: string, settings: BucketSettings) {
  const db = connect(databaseUrl, { onError: () => {} });
  const manager = await makeManager(db.sql);
  const { id } = await makePsychic(db.sql, { manager_id: manager.id });
  await makeReading(db.sql, {
    connection_id: "call-1",
    user_id: id,
    started_at: "2026-06-11T17:00:00Z",
    has_recording: true,
  });
  await db.close();
  await createBucketStore(settings, "files/").write(name, randomBytes(size));
  const page = new Page(portal.base);
  await page.signIn(manager.username, password);
  const { url, ...keys } = settings;
  const client = new AwsClient({ ...keys, service: "s3" });
  const throughPortal: Side = {
    url: `${portal.base}/api/psychics/${id}/recordings/20260611/call-1`,
    headers: async () => ({ Cookie: page.cookie ?? "" }),
    agent: new Agent({ keepAlive: true }),
  };
  const fromBucket: Side = {
    url: `${url}/files/${name}`,
    headers: async () => Object.fromEntries((await client.sign(`${url}/files/${name}`)).headers),
    agent: new Agent({ keepAlive: true }),
  };
  await compare("begin", throughPortal, fromBucket, "bytes=0-", true);
  await compare("seek", throughPortal, fromBucket, "bytes=10000000-10065535", false);
  for (const { agent } of [throughPortal, fromBucket]) agent.destroy();
}

const server = await startS3Server();
try {
  const settings = await server.makeBucket();
  const env = {
    S3_URL: settings.url,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
  await withPortal({ env }, (portal, url) => measure(portal, url, settings));
} finally {
  await server.stop();
}
