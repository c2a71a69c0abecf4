import type { Contact } from "#shared/contacts.ts";
import { brandOf, type PublicBrand } from "#shared/reference/brands.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";

/**
 * The address at which an applicant signs up: on the brand's own host where this page is on another
 * brand's. On a host that is no brand's, the path says whose sign-up it is.
 */
export function signUpLink(brand: PublicBrand, page: string = location.href): string {
  const link = new URL(`/${brand.key}/signup`, page);
  const present = brandOf(brandFacts(), link.hostname);
  const isOthers = present.key !== brand.key && present.hosts.includes(link.hostname);
  const [host] = brand.hosts;
  if (isOthers && host) link.hostname = host;
  return link.href;
}

/** A letter to an applicant, begun: with the way to the sign-up, which nothing else leads to (F12). */
export function replyAddress({ email, name, brand }: Contact, page?: string): string {
  const brands = brandFacts();
  const theirs = brands.find(({ key }) => key === brand) ?? brands[0];
  const lines = [
    `Hello ${name},`,
    "",
    `Thank you for applying to ${theirs.name}. You can sign up here:`,
    signUpLink(theirs, page),
    "",
  ];
  const address = encodeURIComponent(email).replace("%40", "@");
  const subject = encodeURIComponent(`Your application to ${theirs.name}`);
  return `mailto:${address}?subject=${subject}&body=${encodeURIComponent(lines.join("\r\n"))}`;
}
