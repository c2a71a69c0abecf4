import { useQuery } from "@tanstack/react-query";
import { loginEndpoints } from "#shared/logins.ts";
import { isInWeeks } from "#shared/rules/alternating-weeks.ts";
import { lastDays } from "#shared/rules/date-range.ts";
import { weekday } from "#shared/rules/new-york.ts";
import { payPeriod, periodBefore } from "#shared/rules/pay-period.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { statisticsEndpoints } from "#shared/statistics.ts";
import { query } from "#web/api/query.ts";
import { segmentTimes } from "#web/features/schedule/segment-times.ts";
import { statusWords, weekOf } from "#web/features/schedule/week.ts";
import { viewersTimes } from "#web/features/schedule/zone-times.ts";
import { localTime, localZone } from "#web/lib/dates.ts";
import { writtenCount, writtenMoney } from "#web/lib/figures.ts";
import { rangeQuery } from "#web/lib/range-query.ts";
import { useNow } from "#web/lib/use-now.ts";
import { LastPeriod } from "#web/manager/last-period.tsx";
import { PeriodChart } from "#web/manager/period-chart.tsx";
import { chartedRange, revenueOf } from "#web/manager/period-figures.ts";
import { AsOf } from "#web/ui/as-of.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import { Tile } from "#web/ui/tile.tsx";
import { isExceptional, plannedHours, writtenHours } from "./planned-hours.ts";
import "#web/ui/tile.scss";
import "./summary.scss";

const week = 7 * 86_400_000;

function LoginTile({ id, today }: { id: number; today: string }) {
  // A login can begin long before the last 7 days and still end within them.
  const { data } = useQuery(
    query(loginEndpoints.listLogins, {
      params: { id: String(id) },
      query: { ...rangeQuery(lastDays(14, today)), limit: "1" },
    }),
  );
  const latest = data?.logins[0];
  const isRecent =
    latest && (latest.logout === null || Date.now() - Date.parse(latest.logout) < week);
  const minutes = latest?.duration == null ? null : Math.round(latest.duration / 60);
  const length =
    minutes === null
      ? "Signed in now"
      : `For ${writtenCount(minutes)}\u00a0${minutes === 1 ? "minute" : "minutes"}`;
  const note = isRecent ? (
    <>
      <span className="tile-line">{length}</span>
      <span className="tile-line">Your clock, {localZone()}</span>
    </>
  ) : (
    "No work session in the last 7 days"
  );
  return (
    <Tile
      label="Last Login"
      icon="logins"
      to={`/psychics/${id}/logins`}
      figure={data && (isRecent ? localTime(latest.login) : "Not Recently")}
      note={data && note}
    />
  );
}

function ScheduleTile({ id, today }: { id: number; today: string }) {
  const { data } = useQuery(query(scheduleEndpoints.getSchedule, { params: { id: String(id) } }));
  const dates = useQuery(
    query(scheduleExceptionEndpoints.getExceptions, { params: { id: String(id) } }),
  ).data?.exceptions;
  const now = useNow();
  const ofWeekday = data?.schedule.filter(({ day }) => day === weekday(today));
  const segments = ofWeekday?.filter(({ weeks }) => isInWeeks(weeks, today));
  if (data && dates && isExceptional(dates, today)) {
    const hours = plannedHours(weekOf(data.schedule), dates, today);
    return (
      <Tile
        label="Today's Schedule"
        icon="schedule"
        to={`/psychics/${id}/schedule`}
        figure={
          hours.length === 0
            ? "Not Available"
            : hours.map((span) => (
                <span key={span.from} className="schedule-line">
                  <strong>{writtenHours(span)}</strong>
                </span>
              ))
        }
        note="Today differs from the week"
      />
    );
  }
  const isFree = segments?.length === 0;
  const times =
    segments &&
    weekOf(segments).map((segment) => {
      const here = viewersTimes(segment, now)?.replaceAll(/ (?=[AP]M)/g, "\u00a0");
      return (
        <span key={`${segment.from} ${segment.to}`} className="schedule-line">
          <strong>{segmentTimes(segment)} ET</strong>
          <StatusTag status={statusWords[segment.status]} />
          {here && <small>Your clock: {here}</small>}
        </span>
      );
    });
  return (
    <Tile
      label="Today's Schedule"
      icon="schedule"
      to={`/psychics/${id}/schedule`}
      figure={isFree ? "Not Available" : times}
      note={
        isFree &&
        (ofWeekday?.length === 0
          ? "Nothing planned for this weekday"
          : "Nothing planned for this weekday this week")
      }
    />
  );
}

interface FiguresProps {
  id: number;
  payDay: number;
  today: string;
}

/** A psychic's days in this pay period and the one before. */
function useDays(id: number, today: string) {
  const { data } = useQuery(
    query(statisticsEndpoints.listDailyStatistics, {
      query: { ...rangeQuery(chartedRange(today)), psychic_id: String(id) },
    }),
  );
  return data;
}

/** The pay period's revenue, the last login, today's schedule, and the time of the last update. */
export function SummaryTiles({ id, payDay, today }: FiguresProps) {
  const period = payPeriod(payDay, today);
  const data = useDays(id, today);
  return (
    <div className="summary-tiles">
      <div className="tiles">
        <Tile
          label="Revenue"
          icon="revenue"
          to={`/psychics/${id}/readings`}
          figure={data && writtenMoney(revenueOf(period, data.days))}
          note={
            <LastPeriod
              period={period}
              revenue={data && revenueOf(periodBefore(period), data.days)}
            />
          }
        />
        <LoginTile id={id} today={today} />
        <ScheduleTile id={id} today={today} />
      </div>
      <div className="section-head is-end">
        <AsOf time={data?.as_of} />
      </div>
    </div>
  );
}

/** The days of the pay period and of the one before. */
export function SummaryChart({ id, payDay, today }: FiguresProps) {
  const period = payPeriod(payDay, today);
  const data = useDays(id, today);
  return (
    <PeriodChart
      range={period}
      before={periodBefore(period)}
      today={today}
      known={data?.days}
      asOf={data?.as_of}
      names={["Current period", "Last period"]}
    />
  );
}
