import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigationType } from "react-router-dom";
import { Icon } from "./icon.tsx";
import { useHelpAddress } from "./screen-help.tsx";
import "./screen-heading.scss";

interface ScreenHeadingProps {
  title: string;
  /** The portal's name, at the end of the document's title. */
  portal: string;
  /** The name of the screen for the document's title, if the heading says more. */
  documentTitle?: string;
  className?: string;
}

let shownPath: string | null = null;

/**
 * The h1 of a screen, with a link to its help if there is any, and the document title. After a
 * change of screen it gets the focus, and the page starts at its top. The first screen of a visit
 * leaves the focus to the browser.
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
    // Following a link before the first screen has loaded is also a change of screen.
    const changed = shownPath === null ? navigation === "PUSH" : shownPath !== pathname;
    shownPath = pathname;
    if (!changed) return;
    heading.current?.focus({ preventScroll: true });
    if (navigation !== "POP") window.scrollTo(0, 0);
  }, [pathname, navigation]);

  const words = (
    <h1
      ref={heading}
      tabIndex={-1}
      className={className ?? (help ? "screen-title" : "screen-title is-alone")}
    >
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
