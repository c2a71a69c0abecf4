import { z } from "zod";
import { tellPlatformLater } from "#server/features/platform/tell-platform.ts";
import { raiseVersions } from "#server/http/versions.ts";
import { text, typedAtMost } from "#shared/fields.ts";
import { listingFields } from "#shared/listing-fields.ts";
import { longReason, reasonAtMost } from "#shared/rules/reason.ts";
import type { ImportKind } from "../import-kind.ts";
import { importTime } from "../import-time.ts";
import {
  lockPsychics,
  nameOf,
  namesOnePsychic,
  noSuchPsychic,
  type OfPsychic,
  psychicColumns,
  psychicNames,
  withPsychics,
} from "../named-psychics.ts";
import { notAhead } from "../not-ahead.ts";
import { type StoredFields, storeNew } from "../store-new.ts";

const statuses = ["Approved", "Pending", "Rejected"] as const;

const schema = z
  .strictObject({
    ...psychicNames,
    status: z.enum(statuses, { error: `One of ${statuses.join(", ")}` }),
    ...listingFields,
    reason: text(typedAtMost(reasonAtMost), "Reason is not valid", longReason)
      .trim()
      .max(reasonAtMost, longReason)
      .nullish(),
    updated_at: importTime.nullish(),
  })
  .refine(...namesOnePsychic)
  .refine(({ status, reason }) => !reason || status === "Rejected", {
    path: ["reason"],
    error: "Only a rejected listing has one",
    when: ({ issues }) => issues.length === 0,
  });
type ListingRow = z.infer<typeof schema>;

const keyOf = ({ psychicId, status }: { psychicId: unknown; status: unknown }) =>
  `${psychicId} ${status}`;

/** One listing per psychic and status, and never a Pending beside a Rejected one (D26). */
export const listings: ImportKind<ListingRow> = {
  name: "listings",
  format: { schema, oneOf: psychicColumns, check: notAhead("updated_at") },
  portionRows: 500,
  touches: (row) => [nameOf(row)],

  async store({ sql, vault, now }, rows) {
    const given = await withPsychics(sql, rows);
    const ids = given.flatMap(({ psychicId }) => psychicId ?? []);
    await lockPsychics(sql, ids);
    const there: (StoredFields & { psychicId: number; status: string })[] = await sql("listings")
      .whereRaw("psychic_id = any (?::integer[])", [ids])
      .select(
        ...["psychic_id as psychicId", "status", "sales_pitch", "body", "categories", "reason"],
        "updated_at",
      );
    const stored = new Map(
      there.map((listing): [string, StoredFields] => [keyOf(listing), listing]),
    );
    return storeNew(
      given,
      (row) => {
        const { psychicId, status } = row;
        if (psychicId === undefined) return { reason: noSuchPsychic(row) };
        const other = { Pending: "Rejected", Rejected: "Pending", Approved: null }[status];
        if (other && stored.has(keyOf({ psychicId, status: other }))) {
          return { reason: `status: A ${other} listing is there already` };
        }
        return keyOf(row);
      },
      stored,
      async (fresh) => {
        await insert(sql, fresh, now);
        const psychics = new Set(fresh.map(({ psychicId }) => psychicId as number));
        await raiseVersions(sql, "listings", [...psychics]);
        const news = fresh
          .filter(({ status }) => status === "Approved")
          .map(({ psychicId, sales_pitch, body, categories }) => ({
            psychicId: psychicId as number,
            type: "listing.approved" as const,
            data: { listing: { sales_pitch, body, categories } },
          }));
        await tellPlatformLater({ sql, vault }, news, now);
      },
    );
  },
};

async function insert(
  sql: Parameters<typeof withPsychics>[0],
  rows: readonly OfPsychic<ListingRow>[],
  now: Date,
): Promise<void> {
  await sql("listings").insert(
    rows.map(({ psychicId, status, sales_pitch, body, categories, reason, updated_at }) => ({
      psychic_id: psychicId as number,
      ...{ status, sales_pitch, body, categories },
      reason: reason || null,
      updated_at: updated_at ?? now,
    })),
  );
}
