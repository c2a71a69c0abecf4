import type { Knex } from "knex";
import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { Agreement, agreementEndpoints } from "#shared/agreements.ts";
import type { BrandKey } from "#shared/reference/brands.ts";
import { currentAgreement, storeAgreement } from "./agreement-text.ts";

const listedAtMost = 100;

/** @throws Refusal 404 unless this is a psychic. */
async function brandKeyOf(sql: Knex, id: number): Promise<BrandKey> {
  const user = await sql("users as u")
    .join("psychics as p", "p.user_id", "u.id")
    .whereRaw("u.id = ?::bigint", [id])
    .first("u.brand");
  if (!user) throw new Refusal("not_found");
  return user.brand as BrandKey;
}

const hasAccepted = async (sql: Knex, userId: number, version: string) =>
  (await sql("agreements").where({ user_id: userId, version }).first("id")) !== undefined;

export const agreementHandlers: Handlers<typeof agreementEndpoints> = {
  async listAgreements({ sql, brands, params: { id } }) {
    const { text: _, ...current } = currentAgreement(brands.named(await brandKeyOf(sql, id)));
    const agreements: Agreement[] = await sql("agreements")
      .where({ user_id: id })
      .orderBy([
        { column: "agreed_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(listedAtMost)
      .select("brand", "version", "agreed_at", "text_hash as hash");
    return { current, is_due: !(await hasAccepted(sql, id, current.version)), agreements };
  },

  async acceptAgreement({ sql, brands, body, viewer, address, clock, audit }) {
    const brand = brands.named(await brandKeyOf(sql, viewer.userId));
    const { hash, version } = currentAgreement(brand);
    if (body.hash !== hash) {
      throw new Refusal("state_forbids", { detail: "The agreement has changed. Read it again" });
    }
    if (await hasAccepted(sql, viewer.userId, version)) return undefined;
    await storeAgreement(sql, viewer.userId, { brand, address, now: clock() });
    await audit("agreement accepted", viewer.userId, { version });
    return undefined;
  },
};
