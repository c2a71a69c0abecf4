import { Link } from "react-router-dom";
import { useSession } from "../api/use-session.ts";
import { pageBrand } from "../lib/page-brand.ts";
import { AccountCard } from "./account-card.tsx";

export function NotFound() {
  const session = useSession();
  const words = "Go to the Start Page";
  return (
    <AccountCard title="Page Not Found">
      <p className="account-note">There is no page at this address. It may have moved.</p>
      {session ? (
        <Link className="button is-primary" to="/">
          {words}
        </Link>
      ) : (
        // The brand's site is no screen of this app.
        <a className="button is-primary" href={`/${pageBrand().key}`}>
          {words}
        </a>
      )}
    </AccountCard>
  );
}
