import { SecuritySettings } from "#web/features/security/security-settings.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";

/** How a psychic signs in. */
export function Security() {
  return (
    <>
      <AdvisorHeading title="Security" />
      <SecuritySettings />
    </>
  );
}
