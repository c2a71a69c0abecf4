import { hostBrand } from "../lib/page-brand.ts";
import { ScreenHeading } from "../ui/screen-heading.tsx";

/** The heading of a manager's screen; `name` is what the document's title calls it. */
export function ManagerHeading({ title, name }: { title: string; name?: string }) {
  return (
    <ScreenHeading title={title} {...(name && { documentTitle: name })} portal={hostBrand().name} />
  );
}
