import { OwnDeviceList } from "#web/features/devices/own-device-list.tsx";
import { OwnDataSection } from "#web/features/privacy/own-data-section.tsx";
import { SecuritySettings } from "#web/features/security/security-settings.tsx";
import { ManagerHeading } from "../manager-heading.tsx";

/** How a member of staff signs in, and where. */
export function Security() {
  return (
    <>
      <ManagerHeading title="Security" />
      <SecuritySettings />
      <OwnDeviceList profile="/edit_profile" />
      <OwnDataSection />
    </>
  );
}
