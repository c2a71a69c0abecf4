import { brandFacts } from "#web/lib/brand-facts.ts";
import { Button } from "#web/ui/button.tsx";
import { copyText } from "../copy-text.ts";
import { signUpLink } from "./sign-up-link.ts";

/** Copies the link of the sign-up. No page links to it; managers send it to applicants (F12). */
export function CopySignUpLinks() {
  return (
    <>
      {brandFacts().map((brand) => (
        <Button
          key={brand.key}
          icon="share"
          onClick={() => void copyText(signUpLink(brand), `the sign-up link of ${brand.name}`)}
        >
          Copy {brand.name} Sign-Up Link
        </Button>
      ))}
    </>
  );
}
