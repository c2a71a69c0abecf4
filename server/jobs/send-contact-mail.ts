import type { Contact } from "#shared/contacts.ts";
import type { Brand } from "#shared/reference/brands.ts";
import { contactMethods } from "#shared/reference/contact-methods.ts";
import { newYorkDay } from "#shared/rules/new-york.ts";
import { findContact } from "../features/contacts/contacts.ts";
import { actingManager } from "../features/managers/absences.ts";
import { type Manager, managersOf } from "../features/managers/managers.ts";
import type { Services } from "../services.ts";
import type { Job } from "./jobs.ts";
import { letterTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";

/**
 * Sends a contact submission to the brand's support and to its manager. One job for both letters,
 * because many jobs would queue behind each other. A retry skips recipients who have got theirs.
 */
export const sendContactMail: Job<"send-contact-mail"> = {
  name: "send-contact-mail",
  ...letterTries,
  async handle(services, { contactId }) {
    const { sql } = services.db;
    const contact = await findContact(sql, contactId);
    // It was removed in the meantime, so somebody has read it.
    if (!contact) return;
    const brand = services.brands.named(contact.brand);
    const readers = [
      { id: "support", email: brand.supportEmail },
      ...(await managersReading(services, contact)),
    ];
    const lines = linesOf(contact, brand, `${services.publicUrl(brand)}/contacts`);
    const failures: unknown[] = [];
    for (const { id, email } of readers) {
      // A failing address must not delay the others.
      await mailOnce(services, {
        event: `contact:${contactId}`,
        recipient: String(id),
        brand: brand.key,
        write: async () => ({ to: email, subject: `Application: ${contact.name}`, lines }),
      }).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },
};

/**
 * The application's manager, or the person who stands in; all managers of the brand if it has none.
 */
async function managersReading({ db, clock }: Services, contact: Contact): Promise<Manager[]> {
  const { manager_id } = contact;
  if (manager_id === null) return managersOf(db.sql, contact.brand);
  const about = { capability: "handle-applications", today: newYorkDay(clock()) } as const;
  const manager = await actingManager(db.sql, manager_id, about);
  return manager ? [manager] : [];
}

function linesOf(contact: Contact, brand: Brand, list: string): string[] {
  const { name, email, phone, method, comments } = contact;
  const best = contactMethods.find(({ id }) => id === method)?.name ?? method;
  return [
    `${name} has applied to ${brand.name}.`,
    "",
    `Email: ${email}`,
    `Phone: +1 ${phone}`,
    `Best way to contact: ${best}`,
    ...(comments ? ["", comments] : []),
    "",
    `All contact submissions: ${list}`,
  ];
}
