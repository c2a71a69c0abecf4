import { sitePlaceholders } from "#shared/reference/site-pages.ts";
import { type SiteAssets, type SiteBrand, SiteFrame, Support } from "./site-frame.tsx";

export function PrivacyPage({ brand, assets }: { brand: SiteBrand; assets: SiteAssets }) {
  const { name } = sitePlaceholders;
  return (
    <SiteFrame
      brand={brand}
      page="privacy"
      title={`Privacy Policy · ${name}`}
      description={`What ${name} keeps about people who apply and about its psychics, who sees it, and whom to ask.`}
      assets={assets}
    >
      <article className="reading">
        <h1>Privacy Policy</h1>
        <p className="lead">
          What {name} keeps about people who apply and about its psychics, who sees it, and whom to
          ask.
        </p>

        <h2>Who psychics are</h2>
        <p>
          Psychics of {name} are independent contractors, not employees, and are 18 or older. This
          policy is for them and for everybody who applies to become one.
        </p>

        <h2>When you apply</h2>
        <p>
          The apply page asks for your name, your email address, your phone number, how you prefer
          to be contacted and, if you like, a comment. Psychic managers read your application in
          order to reply to you, which they do within 48 hours. A copy goes to them and to our
          support by email.
        </p>
        <p>
          What you type stays in this browser tab until it is sent, so that a reload does not lose
          it. The check against automated submissions runs on our own server.
        </p>

        <h2>When you become a psychic</h2>
        <p>
          You choose a username when you sign up. A confirmation with your username or extension,
          and a link to set your password, comes by email. We never send a password or a PIN by
          email.
        </p>
        <p>
          Your Social Security number and your PIN are kept encrypted. We need the Social Security
          number for your yearly tax form. Only our payroll staff and the owners of the portal can
          open it, and they must give a reason. We email you each time. Your address, phone numbers
          and other account details are seen by you and by the psychic managers.
        </p>

        <h2>What customers see</h2>
        <p>
          Customers see your listing: your sales pitch and the description of your background. An
          administrator reviews every listing before it is posted, and every later change to it.
          Your name, address, email and phone numbers are not part of a listing.
        </p>

        <h2>Calls</h2>
        <p>
          Administrators may monitor calls, and calls may be recorded. Managers may listen to
          recordings.
        </p>

        <h2>Referrals</h2>
        <p>
          Every psychic has a phone extension of six digits. In the referral program, a person who
          signs up with a psychic's extension counts as referred by that psychic. We keep the
          extension with the sign-up.
        </p>

        <h2>Cookies and other companies</h2>
        <p>
          Reading these pages sets no cookie, and they load nothing from other companies. Signing in
          sets two cookies. One keeps you signed in until you sign out or it expires. The other
          stays for up to 400 days. It marks this browser as one that you have signed in with, so
          that other people's wrong passwords cannot lock you out. When you send us something, such
          as an application, a third cookie may mark this browser for 15 seconds, so that you see
          your own change at once. It says nothing about you.
        </p>

        <h2>Who to ask</h2>
        <p>
          To ask what we keep about you, or to have your application removed, contact <Support />.
        </p>
      </article>
    </SiteFrame>
  );
}
