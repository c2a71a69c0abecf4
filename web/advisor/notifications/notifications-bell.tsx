import { Link } from "react-router-dom";
import { Icon } from "#web/ui/icon.tsx";

export function NotificationsBell() {
  return (
    <Link
      to="/psychic/notifications"
      className="icon-button"
      aria-label="Notifications"
      title="Notifications"
    >
      <Icon name="bell" />
    </Link>
  );
}
