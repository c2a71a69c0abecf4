import { figureGroups } from "./period-figures.ts";
import "./statistics.scss";

/** Explains each figure of the cards, once for all cards. */
export function FigureMeanings() {
  return (
    <section className="panel figure-meanings" aria-labelledby="figure-meanings">
      <h2 id="figure-meanings" className="section-title">
        What the Figures Mean
      </h2>
      <div className="figure-meaning-groups">
        {figureGroups.map(({ title, figures }) => (
          <div key={title} className="figure-group">
            <h3>{title}</h3>
            <dl>
              {figures.map(({ key, label, meaning }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}
