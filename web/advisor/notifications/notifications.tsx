import { Suspense, useState } from "react";
import { useOnline } from "#web/lib/use-online.ts";
import { DeviceNotifications } from "#web/pwa/notifications/device-notifications.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";
import { NotificationSettings } from "./lazy-settings.ts";
import "#web/pwa/notifications/notifications.scss";

const words = {
  on: "This device shows those that you choose below.",
  unsupported: "While none of your devices can, the same messages come by e-mail.",
  withoutDevice: "Until you turn on notifications on a device, you get them by e-mail.",
};

/** The notification screen: this device, all devices, and settings (D42). */
export function Notifications() {
  const online = useOnline();
  // A part that fails to load without a network stays away, so it is first asked for with one.
  const [wasOnline, setWasOnline] = useState(online);
  if (online && !wasOnline) setWasOnline(true);
  return (
    <div className="notifications">
      <AdvisorHeading title="Notifications" />
      <DeviceNotifications words={words} />
      {wasOnline ? (
        <Suspense fallback={<Spinner label="Loading your choices" />}>
          <NotificationSettings />
        </Suspense>
      ) : (
        <p className="help">You need to be online to choose your notifications.</p>
      )}
    </div>
  );
}
