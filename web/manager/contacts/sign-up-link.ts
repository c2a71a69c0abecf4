import type { Contact } from "#shared/contacts.ts";
import { brandOf, type PublicBrand } from "#shared/reference/brands.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";

/**
 * The address at which an applicant signs up. If this page is on another brand's host, the address
 * has the host of `brand`. The path names the brand, because a host may belong to no brand.
 */
export function signUpLink(brand: PublicBrand, page: string = location.href): string {
  const link = new URL(`/${brand.key}/signup`, page);
  const present = brandOf(brandFacts(), link.hostname);
  const isOthers = present.key !== brand.key && present.hosts.includes(link.hostname);
  const [host] = brand.hosts;
  if (isOthers && host) link.hostname = host;
  return link.href;
}

/** A mailto link to an applicant, with the address of the sign-up, which no page links to (F12). */
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
