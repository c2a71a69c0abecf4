import "./spinner.scss";
/** A turning ring for an unknown duration. `label` says what is loading. */
export function Spinner({ label }: { label: string }) {
  return <span className="spinner" role="progressbar" aria-label={label} />;
}
