import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Login, loginEndpoints } from "#shared/logins.ts";
import { lastDays } from "#shared/rules/date-range.ts";
import { call } from "#web/api/call.ts";
import { listQuery } from "#web/api/list-query.ts";
import { localClock, localWeekday, localZone } from "#web/lib/dates.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { Cards } from "#web/ui/table/cards.tsx";
import type { ListDefaults } from "#web/ui/table/list-view.ts";
import { RangedList } from "#web/ui/table/ranged-list.tsx";
import { useRangedList } from "#web/ui/table/use-ranged-list.ts";
import { durationText, loginsColumns, openLogin, untilText } from "./logins-columns.tsx";
import { LoginsSummary } from "./logins-summary.tsx";

const defaults: ListDefaults = {
  sort: { column: "login", order: "desc" },
  size: 10,
  sortable: new Set(["login", "logout", "duration"]),
};

const cards: Cards<Login> = {
  name: "login",
  figures: [{ key: "duration", written: durationText }],
  days: {
    key: "login",
    dayOf: (row) => localWeekday(row.login),
    name: (row) => localClock(row.login),
    below: untilText,
    end: (row, written) => (row.logout === null ? <StatusTag status={openLogin} /> : written),
  },
};

interface LoginsListProps {
  psychicId: number;
  username: string;
}

/** A psychic's work sessions that began in a range of days, newest first. */
export function LoginsList({ psychicId, username }: LoginsListProps) {
  const control = useRangedList(defaults, lastDays(7, useNewYorkToday()));
  const params = { id: String(psychicId) };
  const { data, ...result } = useQuery({
    ...listQuery(loginEndpoints.listLogins, "logins", { params, query: control.rangedQuery }),
    placeholderData: keepPreviousData,
  });
  return (
    <RangedList
      control={control}
      label={`Logins of ${username}`}
      noun="logins"
      fileName={`${username} logins`}
      exported={{ list: "logins", psychicId }}
      zone={localZone()}
      groups={loginsColumns}
      cards={cards}
      rowKey={(row) => `${row.login} ${row.logout}`}
      list={{ rows: data?.logins, total: data?.total, ...result }}
      fetchPage={async (asked) => {
        const page = await call(loginEndpoints.listLogins, { params, query: asked });
        return { rows: page.logins, total: page.total };
      }}
      empty={{
        title: "No logins on these dates",
        text: "Choose other dates. A login starts with a sign-in to the portal or the phone system.",
      }}
    >
      <LoginsSummary summary={data?.summary} />
    </RangedList>
  );
}
