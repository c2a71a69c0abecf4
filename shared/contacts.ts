import { z } from "zod";
import { altcha } from "./bot-check.ts";
import { contactFields } from "./contact-fields.ts";
import { id, instant, listQuery, managedBy } from "./fields.ts";
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
  /** The brand on whose page the visitor applied. */
  brand: z.string(),
  /** To whom the application belongs; null for a few minutes until one is chosen. */
  manager_id: id.nullable(),
});
z.globalRegistry.add(contact, { id: "Contact" });
export type Contact = z.infer<typeof contact>;

export const contactEndpoints = defineEndpoints({
  createContact: {
    method: "POST",
    path: "/contacts",
    access: "public",
    summary: "Apply as a visitor.",
    body: z.strictObject({
      contact: contactFields,
      altcha: altcha.nullish(),
      /** The brand of the page, if it is not the brand of the host. */
      brand: z.enum(brandKeys).nullish(),
    }),
    response: z.object({ id }),
    status: 201,
    limits: [{ bucket: "contacts", points: 10, seconds: 3600, by: "address" }],
    // An advertisement can bring many visitors at once; psychics at work must not wait for them.
    atOnce: 1,
  },
  listContacts: {
    method: "GET",
    path: "/contacts",
    access: "staff",
    needs: "handle-applications",
    summary: "List the contact submissions, newest first.",
    query: listQuery(contact.keyof().options as [string, ...string[]]).extend(managedBy),
    response: z.object({ contacts: z.array(contact), total: z.int() }),
    mayLag: true,
  },
  removeContact: {
    method: "DELETE",
    path: "/contacts/{id}",
    access: "staff",
    needs: "handle-applications",
    summary: "Remove a contact.",
    params: psychicParams,
    refuses: [404],
  },
});
