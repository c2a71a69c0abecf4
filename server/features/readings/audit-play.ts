import type { Knex } from "knex";
import { writeAudit } from "#server/http/audit.ts";
import type { Call, Viewer } from "#server/http/handler.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";

type Player = Pick<Call<EndpointData>, "req" | "trace"> & { viewer: Viewer };

/**
 * Writes an audit row when a recording is played. Players request it in ranges, some at the same
 * time: all requests of one session for one recording within an hour count as one play (safety 13).
 */
export async function auditPlay(
  sql: Knex,
  { viewer, req, trace }: Player,
  psychicId: number,
  connection: string,
): Promise<void> {
  const detail = { connection_id: connection, session: req.session.loginKey };
  const play = { actor_id: viewer.userId, subject_id: psychicId, action: "recording played" };
  await sql.transaction(async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [JSON.stringify(detail)]);
    const known = await trx("audit_trail")
      .where(play)
      .whereRaw("at > now() - interval '1 hour' and detail @> ?", [JSON.stringify(detail)])
      .first("id");
    if (known) return;
    const { actor_id: actorId, subject_id: subjectId, action } = play;
    await writeAudit(trx, { actorId, subjectId, action, trace, detail });
  });
}
