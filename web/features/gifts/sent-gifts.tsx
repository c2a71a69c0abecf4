import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { giftEndpoints, type SentGift } from "#shared/gifts.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { businessClock, businessTimeToSecond, businessWeekday } from "#web/lib/dates.ts";
import { Modal } from "#web/ui/modal.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import { columnKeys } from "#web/ui/table/column.ts";
import { writtenMinutes } from "#web/ui/table/counted.ts";
import { ExportButton } from "#web/ui/table/export-button.tsx";
import { ListTable } from "#web/ui/table/list-table.tsx";
import { pageQuery } from "#web/ui/table/list-view.ts";
import { Toolbar } from "#web/ui/table/toolbar.tsx";
import { useListView } from "#web/ui/table/use-list-view.ts";
import { GiftLines } from "./gift-lines.tsx";
import { sentGiftsColumns } from "./sent-gifts-columns.tsx";

interface SentGiftsProps {
  psychicId: number;
  username: string;
  /** The title of the list, if the screen has another one. */
  title?: string;
  /** The name of the screen for sending gifts. */
  composer: string;
}

/** On a tablet. */
const compact = ["date", "sent_to_name", "minutes_sent"];
const cards: Cards<SentGift> = {
  name: "sent_to_name",
  figures: [{ key: "minutes_sent", written: (row) => writtenMinutes(row.minutes_sent) }],
  days: {
    key: "date",
    dayOf: (row) => businessWeekday(row.date),
    below: (row, isGrouped) => (isGrouped ? businessClock : businessTimeToSecond)(row.date),
    end: (_, written) => written,
  },
};
const newestFirst = { column: "date", order: "desc" } as const;

/** The gifts that a psychic sent, or a manager on their behalf (R32). */
export function SentGifts({ psychicId, username, title, composer }: SentGiftsProps) {
  const [opened, setOpened] = useState<SentGift>();
  const groups = useMemo(() => sentGiftsColumns(setOpened), []);
  const { view, change } = useListView({
    sort: newestFirst,
    size: 10,
    sortable: columnKeys(groups),
  });
  const params = { id: String(psychicId) };
  const asked = pageQuery(view);
  const { data, ...result } = useQuery({
    ...listQuery(giftEndpoints.listGifts, "gifts", { params, query: asked }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Toolbar
        exporting={
          <ExportButton
            name={`${username} sent gifts ET`}
            exported={{ list: "sent gifts", psychicId }}
            groups={groups}
            fetchPage={async (limit, offset) => {
              const page = await call(giftEndpoints.listGifts, {
                params,
                query: { ...asked, limit: String(limit), offset: String(offset) },
              });
              return { rows: page.gifts, total: page.total };
            }}
          />
        }
      >
        {title && <h2 className="section-title">{title}</h2>}
      </Toolbar>
      <ListTable
        label={`Gifts sent by ${username}`}
        listNoun="gifts"
        noun="gifts"
        groups={groups}
        compact={compact}
        cards={cards}
        rowKey={(row) => row.message_id}
        list={{ rows: data?.gifts, total: data?.total, ...result }}
        view={view}
        change={change}
        empty={{
          title: "No gifts sent yet",
          text: `Gifts that are sent with ${composer} appear here.`,
        }}
      />
      {opened && (
        <Modal title={opened.subject} onClose={() => setOpened(undefined)}>
          <p className="letter-facts">
            To {opened.sent_to_name}, {businessTimeToSecond(opened.date)}, {opened.minutes_sent}{" "}
            minutes
          </p>
          <GiftLines body={opened.body} />
        </Modal>
      )}
    </>
  );
}
