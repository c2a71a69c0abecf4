import { type Brand, publicFacts } from "#shared/reference/brands.ts";
import { type SiteCondition, sitePlaceholders } from "#shared/reference/site-pages.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import { escapeHtml } from "./escape-html.ts";

const asJson = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll("<", "\\u003c");

/** Inserts a brand's settings into one of its built pages (B1). */
export function fillSite(
  built: string,
  { brand, brands, origin }: { brand: Brand; brands: readonly Brand[]; origin: string },
): string {
  const facts = {
    [sitePlaceholders.origin]: origin,
    [sitePlaceholders.name]: brand.name,
    [sitePlaceholders.phone]: brand.supportPhone,
    [sitePlaceholders.writtenPhone]: writtenPhone(brand.supportPhone),
    [sitePlaceholders.email]: brand.supportEmail,
    [sitePlaceholders.referral]: String(brand.referral ?? ""),
  };
  const fill = (text: string, written: (fact: string) => string) =>
    Object.entries(facts).reduce((filled, [mark, fact]) => {
      return filled.replaceAll(mark, () => written(fact));
    }, text);
  // Without the support address: not every brand shows it, and the apply form does not need it.
  const forForm = publicFacts(brands.map((entry) => ({ ...entry, supportEmail: "" })));
  const whole = built.replace(
    /<brand-if fact="(\w+)">(.*?)<\/brand-if>/gs,
    (_, fact: SiteCondition, part: string) => (brand[fact] ? part : ""),
  );
  // Data for search engines is JSON, which is escaped differently from HTML.
  return whole
    .split(/(<script type="application\/ld\+json">.*?<\/script>)/s)
    .map((part, index) => fill(part, index % 2 === 1 ? asJson : escapeHtml))
    .join("")
    .replaceAll(sitePlaceholders.facts, () => forForm);
}
