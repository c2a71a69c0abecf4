import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { contactEndpoints } from "#shared/contacts.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { redeemBotCheck } from "../bot-check/bot-check.ts";
import { managersAsked } from "../managers/absences.ts";
import { chooseManager } from "../managers/choose-manager.ts";
import { insertContact, listContacts, removeContact } from "./contacts.ts";

export const contactHandlers: Handlers<typeof contactEndpoints> = {
  async createContact(call) {
    const { sql, body, clock, jobs } = call;
    await redeemBotCheck(call, body.altcha);
    const brand = body.brand ?? call.brand.key;
    const now = clock();
    const newcomer = { what: "contact", brand, today: newYorkDay(now) } as const;
    // Null if nobody can sign in: a job chooses one later.
    const managerId = (await chooseManager(sql, newcomer)) ?? null;
    const contactId = await insertContact(sql, body.contact, { brand, now, managerId });
    await jobs.send("send-contact-mail", { contactId }, sql);
    return { id: contactId };
  },

  async listContacts({ sql, query, viewer, clock }) {
    const managers = await managersAsked(sql, query, viewer, newYorkDay(clock()));
    return listContacts(sql, query, managers);
  },

  async removeContact(call) {
    const removed = await removeContact(call.sql, call.params.id);
    if (!removed) throw new Refusal("not_found");
    // Without the name: the purpose of removing was to forget it.
    await call.audit("contact removed", null, { id: call.params.id, ...removed });
    return undefined;
  },
};
