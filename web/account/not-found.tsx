import { Link } from "react-router-dom";
import { AccountCard } from "./account-card.tsx";

export function NotFound() {
  return (
    <AccountCard title="Page Not Found">
      <p className="account-note">There is no page at this address. It may have moved.</p>
      <Link className="button is-primary" to="/">
        Go to the Start Page
      </Link>
    </AccountCard>
  );
}
