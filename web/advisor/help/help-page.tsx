import { useParams } from "react-router-dom";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";
import { BackToIndex, HelpArticle } from "./help-article.tsx";
import { helpPages } from "./help-pages.ts";

/** The help page that the address names. */
export function HelpPage() {
  const path = `/psychic/help/${useParams().slug ?? ""}`.toLowerCase();
  const entry = helpPages.find((page) => page.path === path);
  if (entry) return <HelpArticle key={path} entry={entry} />;
  return (
    <>
      <BackToIndex />
      <AdvisorHeading title="Help" />
      <EmptyPanel
        title="This help page does not exist"
        text="The address may be wrong. The index lists all pages and has a search."
      />
    </>
  );
}
