import type { PublicBrand } from "#shared/reference/brands.ts";
import { brandFacts } from "#web/lib/brand-facts.ts";
import { Button } from "#web/ui/button.tsx";
import { showNotice, showSuccess } from "#web/ui/notice-store.ts";
import { signUpLink } from "./sign-up-link.ts";

async function copyLink(brand: PublicBrand): Promise<void> {
  const link = signUpLink(brand);
  try {
    await navigator.clipboard.writeText(link);
    showSuccess("Link Copied", `The sign-up link of ${brand.name}: ${link}`);
  } catch {
    // The browser refuses without TLS, or without permission.
    showNotice({
      ...{ kind: "danger", title: "Not Copied", persistent: true },
      text: `Copy the sign-up link of ${brand.name} from here: ${link}`,
    });
  }
}

/** Copies the link of the sign-up. No page links to it; managers send it to applicants (F12). */
export function CopySignUpLinks() {
  return (
    <>
      {brandFacts().map((brand) => (
        <Button key={brand.key} icon="share" onClick={() => void copyLink(brand)}>
          Copy {brand.name} Sign-Up Link
        </Button>
      ))}
    </>
  );
}
