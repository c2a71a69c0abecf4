import "./spinner.scss";
/** A turning ring: it is not known how long it takes. `label` is what is awaited. */
export function Spinner({ label }: { label: string }) {
  return <span className="spinner" role="progressbar" aria-label={label} />;
}
