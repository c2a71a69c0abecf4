import { hostBrand } from "../lib/page-brand.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";

/** The heading of a psychic's screen; `name` is for the document's title. */
export function AdvisorHeading({ title, name }: { title: string; name?: string }) {
  return (
    <ScreenHeading
      title={title}
      {...(name && { documentTitle: name })}
      portal={hostBrand().portalName}
    />
  );
}
