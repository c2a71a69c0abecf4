import { z } from "zod";
import { altcha } from "./bot-check.ts";
import { contactFields } from "./contact-fields.ts";
import { id, instant, listQuery } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { psychicParams } from "./psychics.ts";
import { brandKeys } from "./reference/brands.ts";

const contact = z.object({
  id,
  name: z.string(),
  date: instant,
  email: z.string(),
  phone: z.string(),
  method: z.enum(["E", "P"]),
  comments: z.string().nullable(),
  /** The key of the brand whose page it was. */
  brand: z.string(),
});
z.globalRegistry.add(contact, { id: "Contact" });
export type Contact = z.infer<typeof contact>;

export const contactEndpoints = defineEndpoints({
  createContact: {
    method: "POST",
    path: "/contacts",
    access: "public",
    summary: "A visitor applies.",
    body: z.strictObject({
      contact: contactFields,
      altcha: altcha.nullish(),
      /** The brand whose page it was filled in on, where that is not the host's. */
      brand: z.enum(brandKeys).nullish(),
    }),
    response: z.object({ id }),
    status: 201,
    limits: [{ bucket: "contacts", points: 10, seconds: 3600, by: "address" }],
    // An advertisement brings a crowd, and those at work should not feel it.
    atOnce: 1,
  },
  listContacts: {
    method: "GET",
    path: "/contacts",
    access: "manager",
    summary: "Who applied, newest first.",
    query: listQuery(contact.keyof().options as [string, ...string[]]),
    response: z.object({ contacts: z.array(contact), total: z.int() }),
  },
  removeContact: {
    method: "DELETE",
    path: "/contacts/{id}",
    access: "manager",
    summary: "Remove a contact.",
    params: psychicParams,
    refuses: [404],
  },
});
