import { daysBetween } from "#shared/rules/new-york.ts";
import type { StatisticsPeriod } from "#shared/statistics.ts";
import { writtenMoney } from "#web/lib/figures.ts";
import { periodNames } from "../period-card.tsx";
import "./statistics.scss";
import "#web/ui/tile.scss";

const dailyRevenue = ({ total_revenue, period_from, period_to }: StatisticsPeriod) =>
  total_revenue / (daysBetween(period_from, period_to) + 1);

/** Compares periods of different lengths by their revenue per day. */
export function RevenueADay({ periods }: { periods: readonly StatisticsPeriod[] }) {
  const days = periods.map(dailyRevenue);
  const most = Math.max(...days);
  return (
    <section className="panel revenue-a-day" aria-labelledby="revenue-a-day">
      <h2 id="revenue-a-day" className="tile-label">
        Revenue per Day
      </h2>
      <dl>
        {days.map((revenue, place) => (
          <div key={periodNames[place]}>
            <dt>{periodNames[place]}</dt>
            <dd>
              <span className="revenue-track">
                <span
                  className="revenue-bar"
                  style={{ inlineSize: `${most === 0 ? 0 : (revenue / most) * 100}%` }}
                />
              </span>
              <span>{writtenMoney(revenue)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="tile-note">
        The revenue of each period divided by its days. Today is not over yet.
      </p>
    </section>
  );
}
