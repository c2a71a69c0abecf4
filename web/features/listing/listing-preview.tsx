import { CustomerCard, type SeenPsychic } from "./customer-card.tsx";
import type { ListingValues } from "./listing-values.ts";
import "./listing.scss";

interface ListingPreviewProps {
  psychic: SeenPsychic;
  /** Saved or not. */
  typed: ListingValues;
  /** Says when customers see it. */
  note: string | undefined;
}

/**
 * A preview of a listing. Screen readers do not announce its changes while the psychic types; their
 * users find it by its heading.
 */
export function ListingPreview({ psychic, typed, note }: ListingPreviewProps) {
  return (
    <section
      className="listing-preview"
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview must scroll by keyboard
      tabIndex={0}
    >
      <h2 className="section-title">What Customers Will See</h2>
      {note && <p className="help">{note}</p>}
      <CustomerCard psychic={psychic} listing={typed} />
    </section>
  );
}
