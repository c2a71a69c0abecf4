import type { DateRange } from "#shared/rules/date-range.ts";
import { nextRefresh } from "#shared/rules/refresh-hours.ts";
import { writtenCount, writtenMoney } from "#web/lib/figures.ts";
import { rangeQuery } from "#web/lib/range-query.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Sparkline } from "#web/ui/day-chart/sparkline.tsx";
import { Tile } from "#web/ui/tile.tsx";
import { ageTone } from "../age.tsx";
import { chartedRange, everyDay, openFrom } from "../period-figures.ts";
import { ageOf, ageWords, compare, type Figure, totalOf, type ViewKey } from "./dashboard-view.ts";
import type { DashboardData } from "./use-dashboard.ts";
import "./dashboard.scss";
import "#web/ui/tile.scss";

interface DashboardTilesProps {
  view: ViewKey;
  beforeName: string;
  range: DateRange;
  before: DateRange;
  today: string;
  /** Undefined while it loads; the tiles keep their size. */
  data: DashboardData | undefined;
}

/** Smaller changes have no color, because they are usual. */
const notablePercent = 10;

/** A figure's change from the days before, and the figure of those days. */
function Comparison({
  figure,
  written,
  ...props
}: DashboardTilesProps & { figure: Figure; written: (value: number) => string }) {
  const { view, beforeName, range, before, today, data } = props;
  const now = useNow();
  // The line above compares only the finished days of the current period. So this line says that
  // its sum covers all 7 days.
  const sumName = view === "this" ? `${beforeName}, all 7 days` : beforeName;
  if (!data) {
    return (
      <>
        <span className="tile-line is-change">&nbsp;</span>
        <span className="tile-line">
          {sumName} <strong>&nbsp;</strong>
        </span>
      </>
    );
  }
  const { days } = data;
  const isEmpty = today === range.start && totalOf("calls", range, days) === 0;
  const { words, percent } = isEmpty
    ? { words: `First figures at ${nextRefresh(now)}`, percent: null }
    : compare({
        ...{ key: view, figure, range, before, days, written },
        open: openFrom(data.asOf, today),
      });
  const isNotable = percent !== null && Math.abs(percent) >= notablePercent;
  const tone = isNotable ? (percent > 0 ? "is-more" : "is-less") : "";
  return (
    <>
      <span className={`tile-line is-change ${tone}`.trim()}>{words}</span>
      <span className="tile-line">
        {sumName} <strong>{written(totalOf(figure, before, days))}</strong>
      </span>
    </>
  );
}

/** Revenue, calls, what waits for approval and who is busy. */
export function DashboardTiles(props: DashboardTilesProps) {
  const { range, today, data } = props;
  const recent = data ? everyDay(chartedRange(today), data.days) : [];
  const oldest = data?.approvals.approvals[0];
  const age = oldest && ageOf(oldest.date, today);
  const tone = ageTone(age ?? 0);
  return (
    <div className="tiles dashboard-tiles">
      <Tile
        label="Revenue"
        icon="revenue"
        to={`/statistics?start_date=${range.start}&end_date=${range.end}`}
        figure={data && writtenMoney(totalOf("revenue", range, data.days))}
        note={<Comparison {...props} figure="revenue" written={writtenMoney} />}
        foot={<Sparkline values={recent.map(({ revenue }) => revenue)} />}
      />
      <Tile
        label="Calls and Chats"
        icon="statistics"
        to={`/statistics?${new URLSearchParams(rangeQuery(range))}`}
        figure={data && writtenCount(totalOf("calls", range, data.days))}
        note={<Comparison {...props} figure="calls" written={writtenCount} />}
        foot={<Sparkline values={recent.map(({ calls }) => calls)} />}
      />
      <Tile
        label="Approvals Waiting"
        icon="approvals"
        to="/approvals"
        figure={data && writtenCount(data.approvals.total)}
        note={
          <>
            <span className={`tile-line ${tone}`.trim()}>
              {age === undefined ? "\u00a0" : `Oldest: ${ageWords(age)}`}
            </span>
            <span className="tile-line">Accounts, profiles, listings and pictures</span>
          </>
        }
      />
      <Tile
        label="On a Call or Chat"
        icon="calls"
        to="/statistics"
        figure={data && writtenCount(data.busy)}
        note="Psychics busy now"
      />
    </div>
  );
}
