import { OwnDeviceList } from "#web/features/devices/own-device-list.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";

/** The psychic's own devices. */
export function OwnDevices() {
  return (
    <>
      <AdvisorHeading title="Devices" />
      <OwnDeviceList profile="/psychic/profile" />
    </>
  );
}
