import type { Contact } from "../../shared/contacts.ts";
import { contactMethods } from "../../shared/reference/contact-methods.ts";
import { findContact } from "../features/contacts/contacts.ts";
import type { Job } from "./jobs.ts";
import { brandNamed, mailOnce } from "./mail-once.ts";

/** Mails what a visitor left to a manager of the brand, or to the brand's support. */
export const sendContactMail: Job<"send-contact-mail"> = {
  name: "send-contact-mail",
  async handle(services, { contactId, to }) {
    const { sql } = services.db;
    const contact = await findContact(sql, contactId);
    // Removed meanwhile: somebody has read it.
    if (!contact) return;
    const brand = brandNamed(contact.brand);
    const manager =
      to !== "support" && (await sql("users").where({ id: to, role: "manager" }).first("email"));
    const address = manager ? manager.email : brand.supportEmail;
    await mailOnce(services, {
      event: `contact:${contactId}`,
      recipient: String(to),
      brand: brand.key,
      write: async () => ({
        to: address,
        subject: `Application: ${contact.name}`,
        lines: linesOf(contact, `${services.publicUrl(brand)}/contacts`),
      }),
    });
  },
};

function linesOf(contact: Contact, list: string): string[] {
  const { name, email, phone, method, comments, brand } = contact;
  const best = contactMethods.find(({ id }) => id === method)?.name ?? method;
  return [
    `${name} applies to ${brandNamed(brand).name}.`,
    "",
    `Email: ${email}`,
    `Phone: +1 ${phone}`,
    `Best way to contact: ${best}`,
    ...(comments ? ["", comments] : []),
    "",
    `All contact submissions: ${list}`,
  ];
}
