import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigationType } from "react-router-dom";
import { Icon } from "./icon.tsx";
import { useHelpAddress } from "./screen-help.tsx";
import "./screen-heading.scss";

interface ScreenHeadingProps {
  title: string;
  /** What the document's title ends in: the portal's name. */
  portal: string;
  /** The document's title where the heading says more than the screen's name. */
  documentTitle?: string;
  className?: string;
}

let shownPath: string | null = null;

/**
 * The h1 of a screen with the way to its help, if there is one, and its document title. After a change of screen the focus comes here and
 * the page starts at its top; the first screen of a visit leaves the focus to the browser.
 */
export function ScreenHeading({ title, portal, documentTitle, className }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const help = useHelpAddress(pathname);
  const wanted = `${documentTitle ?? title} · ${portal}`;

  useEffect(() => {
    document.title = wanted;
  }, [wanted]);

  useEffect(() => {
    // A link followed before the first screen was there is a change of screen all the same.
    const changed = shownPath === null ? navigation === "PUSH" : shownPath !== pathname;
    shownPath = pathname;
    if (!changed) return;
    heading.current?.focus({ preventScroll: true });
    if (navigation !== "POP") window.scrollTo(0, 0);
  }, [pathname, navigation]);

  const words = (
    <h1 ref={heading} tabIndex={-1} className={className ?? "screen-title"}>
      {title}
    </h1>
  );
  if (!help) return words;
  return (
    <div className="helped-heading">
      {words}
      <Link to={help} className="help-link" aria-label={`Help: ${documentTitle ?? title}`}>
        <Icon name="help" size={18} />
        Help
      </Link>
    </div>
  );
}
