import { OwnDeviceList } from "#web/features/devices/own-device-list.tsx";
import { ManagerHeading } from "../manager-heading.tsx";

/** The devices of a member of staff. */
export function OwnDevices() {
  return (
    <>
      <ManagerHeading title="Devices" />
      <OwnDeviceList profile="/edit_profile" />
    </>
  );
}
