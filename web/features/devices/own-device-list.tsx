import { Link } from "react-router-dom";
import { deviceEndpoints } from "#shared/devices.ts";
import { save } from "#web/api/save.ts";
import { DeviceList } from "./device-list.tsx";
import { deviceQuery } from "./device-query.ts";
import "./devices.scss";

/** The user's own devices. @param profile where the user sets another password. */
export function OwnDeviceList({ profile }: { profile: string }) {
  return (
    <DeviceList
      title="Where You Are Signed In"
      list={deviceQuery()}
      empty="No device is signed in."
      allLabel="Sign Out All Others"
      end={({ id }) => save(deviceEndpoints.endSession, { params: { session: id } })}
      endAll={() => save(deviceEndpoints.endOtherSessions, {})}
      consequence={
        "To use the portal on that device, sign in again there. Changes that are waiting to be sent " +
        "stay on that device until you do."
      }
    >
      <p className="device-note">
        If you do not know a device, sign it out and <Link to={profile}>set a new password</Link> in
        your profile. The place is the city of the device’s time zone, so it may be far off.
      </p>
    </DeviceList>
  );
}
