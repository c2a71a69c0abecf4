import { linesOf } from "#shared/rules/paragraphs.ts";

/** The message of a gift, which is kept as markup, as plain lines. */
export function GiftLines({ body }: { body: string }) {
  return <p className="plain-lines">{linesOf(body).join("\n")}</p>;
}
