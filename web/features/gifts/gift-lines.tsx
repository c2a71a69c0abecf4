import { linesOf } from "#shared/rules/paragraphs.ts";

/** The message of a gift as plain lines; it is stored as markup. */
export function GiftLines({ body }: { body: string }) {
  return <p className="plain-lines">{linesOf(body).join("\n")}</p>;
}
