import { SecuritySettings } from "#web/features/security/security-settings.tsx";
import { ManagerHeading } from "../manager-heading.tsx";

/** How a member of staff signs in. */
export function Security() {
  return (
    <>
      <ManagerHeading title="Security" />
      <SecuritySettings />
    </>
  );
}
