import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { useAudienceOf } from "#web/ui/known-paths.tsx";
import { useMoreToScroll } from "#web/ui/use-more-to-scroll.ts";
import { usePendingPath } from "#web/ui/use-pending-path.ts";
import "../psychic-nav.scss";

/** The eleven buttons of the header (D35), by the end of their address. */
const screens = [
  { end: "", label: "Summary" },
  { end: "/profile", label: "Profile" },
  { end: "/listing", label: "Listing" },
  { end: "/schedule", label: "Schedule" },
  { end: "/readings", label: "Readings" },
  { end: "/customers", label: "Customers" },
  { end: "/logins", label: "Logins" },
  { end: "/compose", label: "Compose" },
  { end: "/sent", label: "Sent" },
  { end: "/history", label: "History" },
  { end: "/day", label: "Day" },
];

export function PsychicNav({ id }: { id: number }) {
  const audienceOf = useAudienceOf();
  const nav = useRef<HTMLElement>(null);
  const { isCurrent, onClick } = usePendingPath();
  useMoreToScroll(nav);

  // A phone does not show all of them, so scroll to the current one.
  useEffect(() => {
    const present = nav.current?.querySelector("[aria-current]");
    if (!nav.current || !present) return;
    const place = present.getBoundingClientRect();
    const box = nav.current.getBoundingClientRect();
    nav.current.scrollLeft += place.left + place.width / 2 - (box.left + box.width / 2);
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click too
    <nav ref={nav} aria-label="Psychic" className="psychic-nav" onClick={onClick}>
      {screens
        .map(({ end, label }) => ({ to: `/psychics/${id}${end}`, label }))
        .filter(({ to }) => audienceOf(to) !== null)
        .map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className="psychic-nav-item"
            aria-current={isCurrent(to) ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
    </nav>
  );
}
