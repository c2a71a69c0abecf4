import { type ReactNode, Suspense } from "react";
import { PageFooter } from "./page-footer.tsx";
import { PublicBar } from "./public-bar.tsx";
import { SkipLink } from "./skip-link.tsx";
import { Spinner } from "./spinner.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./public-frame.scss";

interface PublicFrameProps {
  /** The layout: one card in the middle, or a page. */
  look: "account" | "public";
  children: ReactNode;
}

const mainClasses = { account: "account-main", public: "public-main" };

/** The frame of every screen that needs no sign-in. */
export function PublicFrame({ look, children }: PublicFrameProps) {
  return (
    <div className={look}>
      <SkipLink />
      <PublicBar />
      <main id="content" className={mainClasses[look]} tabIndex={-1}>
        <Suspense fallback={<Spinner label="Loading" />}>{children}</Suspense>
      </main>
      <div className="public-footer">
        <PageFooter />
        <ThemeSwitch />
      </div>
    </div>
  );
}
