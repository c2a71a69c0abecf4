import { contactMethods, defaultContactMethod } from "#shared/reference/contact-methods.ts";
import { sitePlaceholders } from "#shared/reference/site-pages.ts";
import { limits } from "./apply/checks.ts";
import { BrandIf } from "./brand-if.tsx";
import { type SiteAssets, type SiteBrand, SiteFrame, Support } from "./site-frame.tsx";
import { requirements, words } from "./words.ts";

/** The place of a field's message. It exists from the start, so that screen readers announce it. */
function Problem({ field }: { field: string }) {
  return <p className="problem" id={`${field}-problem`} aria-live="polite" />;
}

function ApplyForm({ brand }: { brand: SiteBrand }) {
  return (
    // Only the script sends the form. Without it, no field's text may end up in the address.
    <form
      id="apply"
      className="panel"
      method="post"
      data-brand={brand.key}
      data-referral={sitePlaceholders.referral}
    >
      <div id="sent" role="status" />
      <div className="field">
        <label htmlFor="name">Full Name</label>
        <input
          id="name"
          name="name"
          autoComplete="name"
          maxLength={limits.name}
          required
          aria-describedby="name-problem"
        />
        <Problem field="name" />
      </div>
      <div className="field">
        <label htmlFor="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={limits.email}
          required
          aria-describedby="email-problem"
        />
        <Problem field="email" />
      </div>
      <div className="field">
        <label htmlFor="phone">Phone</label>
        <div className="prefixed">
          <span id="prefix">+1</span>
          <input
            id="phone"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="555-555-5555"
            required
            aria-describedby="prefix phone-problem"
          />
        </div>
        <Problem field="phone" />
      </div>
      <fieldset className="field">
        <legend>Best way to contact</legend>
        <div className="choices">
          {contactMethods.map(({ id, name }) => (
            <label key={id}>
              <input
                type="radio"
                name="method"
                value={id}
                defaultChecked={id === defaultContactMethod}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="comments">
          Comment <span className="optional">(optional)</span>
        </label>
        <textarea
          id="comments"
          name="comments"
          rows={4}
          aria-describedby="comments-count comments-problem"
        />
        <p className="count" id="comments-count">
          Up to {limits.comments} characters
        </p>
        <Problem field="comments" />
      </div>
      <div id="failure" role="alert" />
      <button className="button" type="submit" disabled>
        Submit
      </button>
      <noscript>
        <p className="note">
          The Submit button checks that you are a person, which needs JavaScript. Turn it on and
          load this page again, or call us: <Support />.
        </p>
      </noscript>
      <p className="note">We check for bots on our own server. No puzzle to solve.</p>
    </form>
  );
}

export function ApplyPage({ brand, assets }: { brand: SiteBrand; assets: SiteAssets }) {
  return (
    <SiteFrame
      brand={brand}
      page="apply"
      title={`Apply as a phone and chat psychic · ${sitePlaceholders.name}`}
      description={`Apply to give psychic readings for ${sitePlaceholders.name} by phone or chat, from home. A psychic manager replies within 48 hours.`}
      assets={assets}
    >
      <div className="wide apply">
        <div className="apply-words">
          <h1>Apply to {sitePlaceholders.name}</h1>
          <p className="lead">{words[brand.key].applyLead}</p>
          <h2>Before you apply</h2>
          <ul className="ticks">
            {requirements.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        <ApplyForm brand={brand} />
        <div className="apply-care">
          <h2>Who reads your application</h2>
          <p>
            Only our psychic managers and support read it, so that they can reply to you. Prefer to
            talk first? Reach us at <Support />.
          </p>
        </div>
        <BrandIf fact="showsAgreement">
          <section className="agreement" aria-labelledby="agreement">
            <h2 id="agreement">The psychic agreement</h2>
            <p>
              This is what psychics agree to when they sign up. Applying does not bind you to it.{" "}
              <a href={`/${brand.key}/agreement`} target="_blank" rel="noreferrer">
                Open it in a new tab
              </a>
            </p>
            <iframe src={`/${brand.key}/agreement`} title="Psychic agreement" loading="lazy" />
          </section>
        </BrandIf>
      </div>
    </SiteFrame>
  );
}
