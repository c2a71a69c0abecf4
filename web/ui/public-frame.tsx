import { type ReactNode, Suspense } from "react";
import { LoadingBar } from "./loading-bar.tsx";
import { PageFooter } from "./page-footer.tsx";
import { PublicBar } from "./public-bar.tsx";
import { SkipLink } from "./skip-link.tsx";
import { Spinner } from "./spinner.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { usePendingPath } from "./use-pending-path.ts";
import "../fonts/figtree.css";
import "../fonts/fraunces.css";
import "./public-colors.scss";
import "./public-frame.scss";

interface PublicFrameProps {
  /** The layout: a form beside the brand's picture, or a page. */
  look: "account" | "public";
  children: ReactNode;
}

const mainClasses = { account: "account-main", public: "public-main" };

/** The frame of every screen that needs no sign-in. */
export function PublicFrame({ look, children }: PublicFrameProps) {
  const { isPending, onClick } = usePendingPath();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: links handle their own clicks; this only notes them
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click too
    <div className={look} onClick={onClick}>
      {isPending && <LoadingBar />}
      <SkipLink />
      <PublicBar />
      <main id="content" className={mainClasses[look]} tabIndex={-1}>
        <Suspense fallback={<Spinner label="Loading" />}>{children}</Suspense>
      </main>
      {look === "account" && (
        <div className="account-art">
          <p>Your readings, your hours.</p>
        </div>
      )}
      <div className="public-footer">
        <PageFooter />
        <ThemeSwitch />
      </div>
    </div>
  );
}
