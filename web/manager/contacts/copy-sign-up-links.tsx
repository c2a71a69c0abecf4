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
    // Without TLS, or where the browser was told not to.
    showNotice({
      ...{ kind: "danger", title: "Not Copied", persistent: true },
      text: `Copy the sign-up link of ${brand.name} from here: ${link}`,
    });
  }
}

/** The sign-up is listed nowhere: a manager hands its link out (F12). */
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
