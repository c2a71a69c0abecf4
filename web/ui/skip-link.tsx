import "./skip-link.scss";
/**
 * Lets keyboard users skip the menu. It moves the focus by script: a link to `#content` would add a
 * history entry without the router's number, which `takeBack` needs, and without the state that
 * /login stores in its entry.
 */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page, as its address says
    <a
      className="skip-link"
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
