import { sitePath, sitePlaceholders } from "#shared/reference/site-pages.ts";
import type { SiteBrand } from "./site-frame.tsx";
import { offers, requirements, words } from "./words.ts";

const countries = ["US", "CA"].map((name) => ({ "@type": "Country", name }));
const list = (lines: readonly string[]) =>
  `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`;

/** The job posting for search engines (schema.org). Without pay, because there is no fixed salary. */
export function jobPosting(brand: SiteBrand, published: Date): string {
  const { lead } = words[brand.key];
  return JSON.stringify({
    "@context": "https://schema.org/",
    "@type": "JobPosting",
    title: "Phone and chat psychic",
    description: `<p>${lead}</p>${list(offers.map(({ text }) => text))}${list(requirements)}`,
    identifier: {
      "@type": "PropertyValue",
      name: sitePlaceholders.name,
      value: `${brand.key}-psychic`,
    },
    datePosted: published.toISOString().slice(0, 10),
    employmentType: "CONTRACTOR",
    jobLocationType: "TELECOMMUTE",
    applicantLocationRequirements: countries,
    directApply: true,
    hiringOrganization: {
      "@type": "Organization",
      name: sitePlaceholders.name,
      url: `${sitePlaceholders.origin}${sitePath(brand, "home")}`,
    },
    url: `${sitePlaceholders.origin}${sitePath(brand, "apply")}`,
  });
}
