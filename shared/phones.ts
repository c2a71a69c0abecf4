import { z } from "zod";
import { id, listQuery, pathId } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { countryCode, phoneNumber, phoneType, timeZoneId } from "./phone-fields.ts";
import { psychicParams } from "./psychics.ts";

export const phone = z.object({
  id,
  /** Digits only. */
  phone_number: z.string(),
  preferred: z.boolean(),
  time_zone_id: z.int(),
  /** The dial prefix. */
  country_code: z.int(),
  type: z.int(),
  sms: z.boolean(),
});
z.globalRegistry.add(phone, { id: "Phone" });
export type Phone = z.infer<typeof phone>;

const phoneChange = z.strictObject({
  /** Names the number to change; without it, a number is added. */
  id: id.nullish(),
  delete: z.boolean().nullish(),
  phone_number: phoneNumber.nullish(),
  country_code: countryCode.nullish(),
  type: phoneType.nullish(),
  time_zone_id: timeZoneId.nullish(),
  sms: z.boolean().nullish(),
  /** Must equal the stored value. Only `set_preferred` changes the preferred number. */
  preferred: z.boolean().nullish(),
});

export const phoneEndpoints = defineEndpoints({
  listPhones: {
    method: "GET",
    path: "/psychics/{id}/phones",
    access: "self-or-staff",
    needs: "see-psychics",
    summary: "List the numbers of a psychic, or of the calling manager.",
    params: psychicParams,
    query: listQuery(phone.keyof().options as [string, ...string[]]),
    response: z.object({ phones: z.array(phone), total: z.int() }),
    versioned: "phones",
    keepOffline: true,
    refuses: [404],
  },
  savePhone: {
    method: "POST",
    path: "/psychics/{id}/phones",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary: "Add a number, change one (with `id`) or remove one (with `delete`).",
    params: psychicParams,
    body: z.strictObject({ phone: phoneChange }),
    versioned: "phones",
    queueable: true,
    about: { psychic: "id", orManager: true },
    status: 204,
    refuses: [404, 429],
  },
  preferPhone: {
    method: "POST",
    path: "/psychics/{id}/phones/{phoneId}/set_preferred",
    access: "self-or-staff",
    needs: "edit-psychics",
    summary: "Make a number the preferred one.",
    params: psychicParams.extend({ phoneId: pathId }),
    versioned: "phones",
    queueable: true,
    about: { psychic: "id", orManager: true },
    status: 204,
    refuses: [404, 429],
  },
});
