import "./loading-bar.scss";

/** At the top of the window while a screen's file loads. */
export function LoadingBar() {
  return <div className="loading-bar" role="progressbar" aria-label="Loading" />;
}
