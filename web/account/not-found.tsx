import { Link } from "react-router-dom";
import { useSession } from "../api/use-session.ts";
import { landingOf } from "../lib/area.ts";
import { pageBrand } from "../lib/page-brand.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";
import { AccountCard } from "./account-card.tsx";
import "./account-card.scss";

const title = "Page Not Found";
const text = "There is no page at this address. It may have moved.";
const words = "Go to the Start Page";

/** Shown for an unknown address: beside the menu for a signed-in user, otherwise on a card. */
export function NotFound() {
  const session = useSession();
  if (session) {
    return (
      <>
        <ScreenHeading title={title} portal={pageBrand().name} />
        <p>{text}</p>
        <div className="form-buttons">
          <Link className="button is-primary" to={landingOf(session)}>
            {words}
          </Link>
        </div>
      </>
    );
  }
  return (
    <AccountCard title={title}>
      <p className="account-note">{text}</p>
      {/* A plain link, because the brand's site is not part of this app. */}
      <a className="button is-primary" href={`/${pageBrand().key}`}>
        {words}
      </a>
    </AccountCard>
  );
}
