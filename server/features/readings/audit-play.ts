import type { Knex } from "knex";
import { writeAudit } from "#server/http/audit.ts";
import type { Call, Viewer } from "#server/http/handler.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";

type Player = Pick<Call<EndpointData>, "req" | "trace"> & { viewer: Viewer };

interface Played {
  psychicId: number;
  connection: string;
  /** The New York day of the reading, `YYYYMMDD`. */
  day: string;
}

/**
 * Writes an audit row when a recording is played. Players request it in ranges, some at the same
 * time: all requests of one session for one recording within an hour count as one play (safety 13).
 */
export async function auditPlay(
  sql: Knex,
  { viewer, req, trace }: Player,
  { psychicId, connection, day }: Played,
): Promise<void> {
  const play = { connection_id: connection, session: req.session.loginKey };
  const action = "recording played";
  await sql.transaction(async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [JSON.stringify(play)]);
    const known = await trx("audit_trail")
      .where({ actor_id: viewer.userId, subject_id: psychicId, action })
      .whereRaw("at > now() - interval '1 hour' and detail @> ?", [JSON.stringify(play)])
      .first("id");
    if (known) return;
    const detail = { ...play, day: day.replace(/^(\d{4})(\d\d)/, "$1-$2-") };
    await writeAudit(trx, { actorId: viewer.userId, action, subjectId: psychicId, trace, detail });
  });
}
