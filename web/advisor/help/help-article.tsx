import { use, useEffect } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { Icon } from "#web/ui/icon.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";
import { termsOf } from "./find-words.ts";
import type { HelpPageEntry } from "./help-pages.ts";
import { HelpSection, HelpText } from "./help-section.tsx";
import { loadedPage } from "./loaded-page.ts";
import "./help.scss";

export function BackToIndex() {
  return (
    <Link to="/psychic/help" className="button help-back">
      <Icon name="previous" size={18} />
      Back to Index
    </Link>
  );
}

const stillUnsure =
  "Still unsure? [Your manager](/psychic/contact) can help. If something does not work, [report a problem](/psychic/problem).";

/**
 * One page of the help. For search results, an address can name a section to scroll to, and in
 * `find` the words to mark.
 */
export function HelpArticle({ entry }: { entry: HelpPageEntry }) {
  const { lead, sections } = use(loadedPage(entry));
  const { hash, key } = useLocation();
  const [params] = useSearchParams();
  const terms = termsOf(params.get("find") ?? "");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second link to the same section scrolls again
  useEffect(() => {
    const section = hash && document.getElementById(hash.slice(1));
    if (!section) return;
    section.querySelector("h2")?.focus({ preventScroll: true });
    section.scrollIntoView();
  }, [hash, key]);

  return (
    <article className="help-article">
      <BackToIndex />
      <AdvisorHeading title={entry.title} />
      <p className="help-lead">
        <HelpText words={lead} terms={terms} />
      </p>
      {sections.map((section) => (
        <HelpSection key={section.title} section={section} terms={terms} />
      ))}
      <footer>
        <p>
          <HelpText words={stillUnsure} terms={[]} />
        </p>
        <BackToIndex />
      </footer>
    </article>
  );
}
