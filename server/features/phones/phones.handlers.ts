import { isDeepStrictEqual } from "node:util";
import { type Call, type Handlers, Reply } from "#server/http/handler.ts";
import { isPsychic, requirePsychic } from "#server/http/lock-psychic.ts";
import { invalid, Refusal } from "#server/http/refusal.ts";
import { readVersion } from "#server/http/versions.ts";
import { sortAndSlice } from "#server/queries/sort-rows.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { phoneDefaults, phoneIsNotValid, phoneIsRequired } from "#shared/phone-fields.ts";
import type { Phone, phoneEndpoints } from "#shared/phones.ts";
import {
  addPhone,
  changePhone,
  isPhoneNumber,
  type OwnPhone,
  type PhoneFacts,
  type PhoneRefusal,
  phoneRefusals,
  preferPhone,
  removePhone,
} from "#shared/rules/phones.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { tellPsychicChanged } from "../platform/tell-platform.ts";
import { readPhones, storePhones } from "./phones.ts";

type PhoneChange = BodyOf<typeof phoneEndpoints.savePhone>["phone"];
type WriteCall = Call<typeof phoneEndpoints.savePhone> | Call<typeof phoneEndpoints.preferPhone>;

export const phoneHandlers: Handlers<typeof phoneEndpoints> = {
  async listPhones({ sql, params, query, viewer, clock }) {
    if (viewer.userId !== params.id) await requirePsychic(sql, params.id);
    const version = await readVersion(sql, "phones", params.id, clock());
    const phones = await readPhones(sql, params.id);
    const first = { sort: "id", order: "asc", id: "id" } as const;
    return new Reply({ phones: sortAndSlice(phones, query, first), total: phones.length }, version);
  },

  async savePhone(call) {
    const { phone } = call.body;
    const before = await readPhones(call.sql, call.params.id);
    const known = before.find(({ id }) => id === phone.id);
    if (phone.id != null && !known) throw new Refusal("not_found");
    await storeChange(
      call,
      before,
      phone.delete ? phonesWithout(before, known) : phonesWith(before, known, phone),
    );
    return undefined;
  },

  async preferPhone(call) {
    const { id, phoneId } = call.params;
    const before = await readPhones(call.sql, id);
    if (!before.some((phone) => phone.id === phoneId)) throw new Refusal("not_found");
    await storeChange(call, before, preferPhone(before, phoneId));
    return undefined;
  },
};

function phonesWithout(phones: Phone[], known: Phone | undefined): OwnPhone[] | PhoneRefusal {
  if (!known) throw invalid("phone.id", "Say which phone number is to be removed");
  return removePhone(phones, known.id);
}

/**
 * @throws Refusal 422 without a number, for a wrong count of digits for its country, and for a
 * change of `preferred`.
 */
function phonesWith(
  phones: Phone[],
  known: Phone | undefined,
  change: PhoneChange,
): OwnPhone[] | PhoneRefusal {
  const { id: _, delete: __, preferred, ...given } = change;
  const facts = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value != null),
  ) as Partial<PhoneFacts>;
  const { phone_number, ...rest } = { ...phoneDefaults, ...known, ...facts };
  if (phone_number === undefined) throw invalid("phone.phone_number", phoneIsRequired);
  if (!isPhoneNumber(phone_number, rest.country_code)) {
    throw invalid("phone.phone_number", phoneIsNotValid);
  }
  if (preferred != null && preferred !== (known?.preferred ?? phones.length === 0)) {
    throw invalid("phone.preferred", "Use set_preferred to choose the preferred number");
  }
  return known ? changePhone(phones, known.id, facts) : addPhone(phones, { ...rest, phone_number });
}

/** @throws Refusal 409 for what the rules do not allow, and if number and PIN are in use. */
async function storeChange(
  call: WriteCall,
  before: Phone[],
  after: OwnPhone[] | PhoneRefusal,
): Promise<void> {
  if (typeof after === "string") {
    throw new Refusal("state_forbids", { detail: phoneRefusals[after] });
  }
  const { id } = call.params;
  const isChange = !isDeepStrictEqual(before, after);
  if (isChange) await requireConfirmed(call);
  await storePhones(call, id, before, after);
  await call.audit("phones changed", id, { from: before, to: await readPhones(call.sql, id) });
  if (await isPsychic(call.sql, id)) await tellPsychicChanged(call, id);
  if (!isChange) return;
  const by = call.viewer.userId === id ? "owner" : "manager";
  await call.jobs.send("send-account-notice", { userId: id, what: "phones", by }, call.sql);
}
