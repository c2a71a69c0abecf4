import "./skip-link.scss";
/**
 * Leads past the menu by the keyboard. It moves the focus by script: following `#content` would add
 * a history entry without the router's number, which the leave guard takes for a way out, and
 * without what /login keeps in its own entry.
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
