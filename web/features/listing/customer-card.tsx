import { categories } from "#shared/reference/categories.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";
import { pictureAddress } from "../picture.ts";
import type { ListingValues } from "./listing-values.ts";
import "./customer-card.scss";

/** The psychic on the card. */
export interface SeenPsychic {
  username: string;
  image: string | null;
}

interface CustomerCardProps {
  psychic: SeenPsychic;
  /** As typed. The card removes markup, as saving does. */
  listing: ListingValues;
}

/** How customers see a psychic in a list: picture, name, pitch, categories and the opened bio. */
export function CustomerCard({ psychic, listing }: CustomerCardProps) {
  const { username, image } = psychic;
  const pitch = linesOf(listing.sales_pitch).join(" ");
  const chosen = categories.filter(({ id }) => listing.categories.includes(id));
  const paragraphs = linesOf(listing.body);
  return (
    <article className="customer-card" aria-label={username}>
      <div className="customer-card-head">
        <img src={pictureAddress(image, "m")} alt="" width={72} height={72} />
        <div>
          <h3>{username}</h3>
          <p>{pitch || "Your sales pitch"}</p>
        </div>
      </div>
      {chosen.length > 0 && (
        <ul className="customer-card-categories" aria-label="Categories">
          {chosen.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
      <div className="customer-card-bio">
        {paragraphs.length === 0 && <p>Your bio</p>}
        {paragraphs.map((paragraph, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph has no other key than its index
          <p key={place}>{paragraph}</p>
        ))}
      </div>
    </article>
  );
}
