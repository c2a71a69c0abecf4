import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { contactEndpoints } from "#shared/contacts.ts";
import { redeemBotCheck } from "../bot-check/bot-check.ts";
import { insertContact, listContacts, removeContact } from "./contacts.ts";

export const contactHandlers: Handlers<typeof contactEndpoints> = {
  async createContact(call) {
    const { sql, body, clock, jobs } = call;
    await redeemBotCheck(call, body.altcha);
    const brand = body.brand ?? call.brand.key;
    const contactId = await insertContact(sql, body.contact, { brand, now: clock() });
    await jobs.send("send-contact-mail", { contactId }, sql);
    return { id: contactId };
  },

  listContacts: ({ sql, query }) => listContacts(sql, query),

  async removeContact(call) {
    const removed = await removeContact(call.sql, call.params.id);
    if (!removed) throw new Refusal("not_found");
    // Without the name: the purpose of removing was to forget it.
    await call.audit("contact removed", null, { id: call.params.id, ...removed });
    return undefined;
  },
};
