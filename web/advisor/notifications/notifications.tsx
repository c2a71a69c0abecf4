import { DeviceNotifications } from "#web/pwa/notifications/device-notifications.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";
import { NotificationSettings } from "./notification-settings.tsx";
import "#web/pwa/notifications/notifications.scss";

const words = {
  on: "This device shows those that you choose below.",
  unsupported: "While none of your devices can, the same messages come by e-mail.",
  withoutDevice: "Until you turn on notifications on a device, you get them by e-mail.",
};

/** The notification screen: this device, all devices, and settings (D42). */
export function Notifications() {
  return (
    <div className="notifications">
      <AdvisorHeading title="Notifications" />
      <DeviceNotifications words={words} />
      <NotificationSettings />
    </div>
  );
}
