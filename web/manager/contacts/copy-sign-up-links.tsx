import { brandFacts } from "#web/lib/brand-facts.ts";
import { Button } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { signUpLink } from "./sign-up-link.ts";
import "./contacts.scss";

/** Copies the link of the sign-up. No page links to it; managers send it to applicants (F12). */
export function CopySignUpLinks() {
  return (
    <div className="sign-up-links">
      {brandFacts().map((brand) => (
        <Button
          key={brand.key}
          icon="share"
          title={`Copy the sign-up link for ${brand.name}`}
          onClick={() => void copyText(signUpLink(brand), `the sign-up link for ${brand.name}`)}
        >
          <span>
            Copy {brand.name} <span className="sign-up-word">Sign-Up </span>Link
          </span>
        </Button>
      ))}
    </div>
  );
}
