import { Link } from "react-router-dom";
import { openChat } from "#web/features/open-chat.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { useAudienceOf } from "#web/ui/known-paths.tsx";
import "./dashboard.scss";
import "#web/ui/tile.scss";

const links: readonly { to: string; label: string; icon: IconName }[] = [
  { to: "/psychic/listing", label: "My Listing", icon: "listing" },
  { to: "/psychic/compose", label: "Send Gifts", icon: "gifts" },
  { to: "/psychic/profile", label: "My Profile", icon: "profile" },
  { to: "/psychic/notifications", label: "Notifications", icon: "bell" },
  { to: "/psychic/contact", label: "Contact My Manager", icon: "calls" },
];

/** Links to the screens that a phone's bar has no place for, and to the chat system, which is separate. */
export function QuickLinks() {
  const audienceOf = useAudienceOf();
  return (
    <section className="panel" aria-labelledby="quick-links">
      <h2 id="quick-links" className="tile-label">
        Quick Links
      </h2>
      <ul className="quick-links">
        {links
          .filter(({ to }) => audienceOf(to) !== null)
          .map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} className="button">
                <Icon name={icon} size={20} />
                {label}
              </Link>
            </li>
          ))}
        <li>
          <Button onClick={openChat}>
            <Icon name="chat" size={20} />
            Open the New Chat System
          </Button>
        </li>
      </ul>
    </section>
  );
}
