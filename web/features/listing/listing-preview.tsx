import { CustomerCard, type SeenPsychic } from "./customer-card.tsx";
import type { ListingValues } from "./listing-values.ts";
import "./listing.scss";

interface ListingPreviewProps {
  psychic: SeenPsychic;
  /** Saved or not. */
  typed: ListingValues;
  /** Whether the listing cannot be changed now. */
  readOnly: boolean;
}

/** A preview of a listing. Not announced while the psychic types; a heading leads here. */
export function ListingPreview({ psychic, typed, readOnly }: ListingPreviewProps) {
  return (
    <section
      className="listing-preview"
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview must scroll by keyboard
      tabIndex={0}
    >
      <h2 className="section-title">What Customers Will See</h2>
      <p className="help">
        {readOnly
          ? "This listing, once it is approved."
          : "What you type now, once it is approved."}
      </p>
      <CustomerCard psychic={psychic} listing={typed} />
    </section>
  );
}
