import type { Listing } from "#shared/listings.ts";
import { businessTime } from "#web/lib/dates.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { valuesOf, writtenCategories } from "./listing-values.ts";
import "./listing.scss";

/** The approved listing, which customers see until another one is approved. */
export function LiveListing({ listing }: { listing: Listing }) {
  const { sales_pitch, body, categories } = valuesOf(listing);
  return (
    <section className="panel live-listing" aria-label="Live listing">
      <div className="section-head">
        <h2 className="section-title">Live Now</h2>
        <StatusTag status="Approved" />
      </div>
      <p className="help">Approved {businessTime(listing.updated_at)}</p>
      <h3>Categories</h3>
      <p>{writtenCategories(categories)}</p>
      <h3>Sales Pitch</h3>
      <p>{sales_pitch}</p>
      <h3>Bio Text</h3>
      <p className="plain-lines">{body}</p>
    </section>
  );
}
