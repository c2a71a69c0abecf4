import { deviceEndpoints } from "#shared/devices.ts";
import { save } from "#web/api/save.ts";
import { DeviceList } from "#web/features/devices/device-list.tsx";
import { deviceQuery } from "#web/features/devices/device-query.ts";
import "./psychic-devices.scss";
import "#web/features/devices/devices.scss";

/** A psychic's devices, for staff who may edit psychics. */
export function PsychicDevices({ id, username }: { id: number; username: string }) {
  const params = { id: String(id) };
  return (
    <div className="psychic-devices">
      <DeviceList
        title={`Where ${username} Is Signed In`}
        list={deviceQuery(id)}
        empty={`${username} is signed in on no device.`}
        allLabel="Sign Out All"
        end={({ id: session }) =>
          save(deviceEndpoints.endPsychicSession, { params: { ...params, session } })
        }
        endAll={() => save(deviceEndpoints.endPsychicSessions, { params })}
        consequence={
          `${username} gets an e-mail about it, and has to sign in again on that device. Changes that ` +
          "are waiting to be sent stay on it until then."
        }
      >
        <p className="device-note">
          If a device is lost, sign it out. The place is the city of the device’s time zone, so it
          may be far off.
        </p>
      </DeviceList>
    </div>
  );
}
