import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { defaultLanguage } from "#shared/reference/languages.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { may } from "#shared/rules/staff.ts";
import type { signUpEndpoints } from "#shared/sign-up.ts";
import { mustAgree, mustConfirm, type SignUp } from "#shared/sign-up-fields.ts";
import { storeAgreement } from "../agreements/agreements.ts";
import { redeemBotCheck } from "../bot-check/bot-check.ts";
import { limitStrangersPairs } from "../phones/phone-pin.ts";
import { tellPsychicChanged } from "../platform/tell-platform.ts";
import { refuseWeak } from "../sessions/weak-password.ts";
import { createPsychic } from "./create-psychic.ts";
import { managerFor, managerForStaff } from "./sign-up.ts";
import { isPairFree, isUsernameFree } from "./username-and-pin.ts";

export const signUpHandlers: Handlers<typeof signUpEndpoints> = {
  async createPsychic(call) {
    const { body, viewer, sql, jobs } = call;
    await refuseWeak(body.psychic.password, body.psychic.username, "psychic.password");
    // A sign-up with a bot check counts as public: it must accept the agreement, even if a manager is
    // signed in (D30).
    const staff = viewer?.staffRole && body.altcha == null ? viewer : null;
    if (staff && !may(staff.staffRole, "add-psychics")) throw new Refusal("not_allowed");
    const brand = body.brand ?? call.brand.key;
    if (!staff) {
      requireBoxes(body.psychic);
      await redeemBotCheck(call, body.altcha);
    }
    await limitStrangersPairs(call, body.psychic.phone);
    const language = body.psychic.language ?? defaultLanguage;
    const today = newYorkDay(call.clock());
    const manager = staff
      ? await managerForStaff(sql, staff, { brand: body.brand, language, today })
      : await managerFor(sql, { brand, language, today });
    const id = await createPsychic(call, body.psychic, manager);
    if (!staff) {
      const accepted = {
        brand: call.brands.named(brand),
        address: call.address,
        now: call.clock(),
      };
      await storeAgreement(sql, id, accepted);
    }
    await call.audit("psychic created", id, { manager_id: manager.id });
    await tellPsychicChanged(call, id, { type: "psychic.created", pin: body.psychic.pin });
    await jobs.send("send-welcome-mail", { userId: id }, sql);
    return { user_id: id };
  },

  checkUsername: async ({ sql, query }) => ({
    available: await isUsernameFree(sql, query.username),
  }),

  async checkPhonePin(call) {
    const { sql, query, vault } = call;
    await limitStrangersPairs(call, query.phone);
    return { available: await isPairFree({ sql, vault }, query.phone, query.pin) };
  },
};

/** @throws Refusal 422 for each box that is not ticked. */
function requireBoxes({ agreed_privacy, confirmed_psychic }: SignUp): void {
  const errors = [
    { path: "psychic.agreed_privacy", ticked: agreed_privacy, message: mustAgree },
    { path: "psychic.confirmed_psychic", ticked: confirmed_psychic, message: mustConfirm },
  ].flatMap(({ path, ticked, message }) => (ticked ? [] : [{ path, code: "required", message }]));
  if (errors.length) throw new Refusal("invalid", { errors });
}
