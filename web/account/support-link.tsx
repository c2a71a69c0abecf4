import { pageBrand } from "../lib/page-brand.ts";

/** A link to the brand's support, for a user whose account a stranger may be using. */
export function SupportLink() {
  const { supportEmail } = pageBrand();
  return (
    <p>
      <a href={`mailto:${supportEmail}`}>Write to {supportEmail}</a>
    </p>
  );
}
