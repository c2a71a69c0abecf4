import { pageBrand } from "../lib/page-brand.ts";

/** For somebody whose account a stranger may use. */
export function SupportLink() {
  const { supportEmail } = pageBrand();
  return (
    <p>
      <a href={`mailto:${supportEmail}`}>Write to {supportEmail}</a>
    </p>
  );
}
