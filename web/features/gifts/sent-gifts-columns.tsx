import type { SentGift } from "#shared/gifts.ts";
import { linesOf } from "#shared/rules/paragraphs.ts";
import { businessTimeToSecond } from "#web/lib/dates.ts";
import { writtenCount } from "#web/lib/figures.ts";
import type { ColumnGroup, TextColumn } from "#web/ui/table/column.ts";
import { When } from "#web/ui/when.tsx";
import { GiftLines } from "./gift-lines.tsx";
import "#web/ui/table/data-table.scss";

const text = (
  key: keyof SentGift,
  title: string,
  of: (row: SentGift) => string,
  more: Partial<TextColumn<SentGift>> = {},
): TextColumn<SentGift> => ({
  kind: "text",
  key,
  title,
  name: title,
  sortable: true,
  text: of,
  ...more,
});

const preview = ({ body }: SentGift) => linesOf(body).join(" ");

export function sentGiftsColumns(open: (gift: SentGift) => void): readonly ColumnGroup<SentGift>[] {
  return [
    {
      title: null,
      columns: [
        text("date", "Date", (row) => businessTimeToSecond(row.date), {
          cell: (row) => <When text={businessTimeToSecond(row.date)} />,
        }),
        text("sent_to_name", "Sent To", (row) => row.sent_to_name),
        text("subject", "Subject", (row) => row.subject),
        {
          kind: "figure",
          key: "minutes_sent",
          title: "Min.",
          name: "Minutes",
          meaning: "Free minutes of the gift",
          sortable: true,
          figure: (row) => row.minutes_sent,
          written: writtenCount,
        },
        text("body", "Message", preview, {
          sortable: false,
          cell: (row) => (
            <button type="button" className="cell-button" onClick={() => open(row)}>
              <span>
                <span className="is-sr-only">Message to {row.sent_to_name}: </span>
                {preview(row)}
              </span>
            </button>
          ),
          detail: (row) => <GiftLines body={row.body} />,
        }),
      ],
    },
  ];
}
