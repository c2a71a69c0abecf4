import { OwnDeviceList } from "#web/features/devices/own-device-list.tsx";
import { SecuritySettings } from "#web/features/security/security-settings.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";

/** How a psychic signs in, and where. */
export function Security() {
  return (
    <>
      <AdvisorHeading title="Security" />
      <SecuritySettings />
      <OwnDeviceList profile="/psychic/profile" />
    </>
  );
}
