import { sitePath, sitePlaceholders } from "#shared/reference/site-pages.ts";
import { HeroArt } from "./art/hero-art.tsx";
import { jobPosting } from "./job-posting.ts";
import { ProductPicture } from "./product-picture.tsx";
import { type SiteAssets, type SiteBrand, SiteFrame, Support } from "./site-frame.tsx";
import { offers, questions, requirements, steps, topics, words } from "./words.ts";

interface LandingPageProps {
  brand: SiteBrand;
  assets: SiteAssets;
  published: Date;
}

export function LandingPage({ brand, assets, published }: LandingPageProps) {
  const says = words[brand.key];
  const apply = (
    <a className="button" href={sitePath(brand, "apply")}>
      Apply now
    </a>
  );
  return (
    <SiteFrame
      brand={brand}
      page="home"
      title={`${says.title} · ${sitePlaceholders.name}`}
      description={says.description}
      assets={assets}
      data={jobPosting(brand, published)}
    >
      <section className="hero">
        <div className="hero-words">
          <p className="eyebrow">{says.eyebrow}</p>
          <h1>
            {says.headline.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </h1>
          <p className="lead">{says.lead}</p>
          <p className="actions">
            {apply}
            <span className="call">
              or ask us: <Support />
            </span>
          </p>
        </div>
        <HeroArt brand={brand.key} />
      </section>

      <ul className="offers wide">
        {offers.map(({ name, text }) => (
          <li key={name}>
            <h2>{name}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>

      <section className="wide topics" aria-labelledby="topics">
        <div>
          <h2 id="topics">{says.topics}</h2>
          <p>{says.topicsLead}</p>
        </div>
        <ul>
          {topics.map((topic) => (
            <li key={topic}>{topic}</li>
          ))}
        </ul>
      </section>

      <section className="steps" aria-labelledby="steps">
        <div className="wide">
          <h2 id="steps">{says.steps}</h2>
          <ol>
            {steps.map(({ name, text }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <ProductPicture brand={brand.key} />
        </div>
      </section>

      <section className="wide questions" aria-labelledby="questions">
        <h2 id="questions">{says.questions}</h2>
        <div>
          {questions.map(({ question, answer }, place) => (
            <details key={question} open={place === 0}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>

      <section className="closing">
        <div className="wide">
          <div>
            <h2>{says.closing}</h2>
            <p>{says.closingLead}</p>
            {apply}
          </div>
          <div>
            <h3>Who we are looking for</h3>
            <ul className="ticks">
              {requirements.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        </div>
      </section>
    </SiteFrame>
  );
}
