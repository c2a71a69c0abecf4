import { currentAgreement } from "#server/agreement-text.ts";
import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { agreementEndpoints } from "#shared/agreements.ts";
import { acceptedAgreements, brandOfPsychic, hasAccepted, storeAgreement } from "./agreements.ts";

export const agreementHandlers: Handlers<typeof agreementEndpoints> = {
  async listAgreements({ sql, brands, params: { id } }) {
    const { text: _, ...current } = currentAgreement(brands.named(await brandOfPsychic(sql, id)));
    return {
      current,
      is_due: !(await hasAccepted(sql, id, current.version)),
      agreements: await acceptedAgreements(sql, id),
    };
  },

  async acceptAgreement({ sql, brands, body, viewer: { userId }, address, clock, audit }) {
    const brand = brands.named(await brandOfPsychic(sql, userId));
    const { hash, version } = currentAgreement(brand);
    if (body.hash !== hash) {
      throw new Refusal("state_forbids", { detail: "The agreement has changed. Read it again" });
    }
    if (await hasAccepted(sql, userId, version)) return undefined;
    await storeAgreement(sql, userId, { brand, address, now: clock() });
    await audit("agreement accepted", userId, { version });
    return undefined;
  },
};
