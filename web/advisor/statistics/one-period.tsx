import { useSearchParams } from "react-router-dom";
import type { StatisticsPeriod } from "#shared/statistics.ts";
import { figureGroups, headFigures, type PeriodFigure } from "./period-figures.ts";
import { endsOf, periods } from "./periods.ts";
import "./one-period.scss";
import "#web/ui/tile.scss";

interface OnePeriodProps {
  /** Undefined while they load. */
  statistics: readonly StatisticsPeriod[] | undefined;
}

/** The figures of one of the five periods, which the address keeps. */
export function OnePeriod({ statistics }: OnePeriodProps) {
  const [search, setSearch] = useSearchParams();
  const asked = periods.findIndex(({ key }) => key === search.get("period"));
  const chosen = Math.max(asked, 0);
  const period = statistics?.[chosen];
  const figureOf = ({ written }: PeriodFigure) => (period ? written(period) : "\u2013");
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label="Period" className="period-choices">
        {periods.map(({ key, name }, place) => (
          <button
            key={key}
            type="button"
            className="period-choice"
            aria-pressed={place === chosen}
            onClick={() => setSearch({ period: key }, { replace: true })}
          >
            {name}
          </button>
        ))}
      </div>
      <section className="panel one-period" aria-labelledby="one-period" aria-busy={!period}>
        <div className="one-period-name">
          <h3 id="one-period">{periods[chosen]?.name}</h3>
          <p className="tile-note">{endsOf(period).join(" – ") || "\u00a0"}</p>
        </div>
        <dl className="head-figures">
          {headFigures.map((figure) => (
            <div key={figure.key}>
              <dt>{figure.head}</dt>
              <dd>{figureOf(figure)}</dd>
            </div>
          ))}
        </dl>
        <div className="figure-groups">
          {figureGroups.map(({ title, figures }) => (
            <div key={title} className="figure-group">
              <h4>{title}</h4>
              <dl className="figure-list">
                {figures.map((figure) => (
                  <div key={figure.key} className="is-figure">
                    <dt>
                      {figure.label}
                      <small>{figure.meaning}</small>
                    </dt>
                    <dd>{figureOf(figure)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </section>
    </>
  );
}
