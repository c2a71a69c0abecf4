import "../ui/styles/public.scss";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { PageFooter } from "../ui/page-footer.tsx";
import { PublicBar } from "../ui/public-bar.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { ThemeSwitch } from "../ui/theme-switch.tsx";

/** The frame of a brand's public screens. */
export function PublicLayout() {
  return (
    <div className="public">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <PublicBar />
      <main id="content" className="public-main" tabIndex={-1}>
        <Suspense fallback={<Spinner label="Loading" />}>
          <Outlet />
        </Suspense>
      </main>
      <div className="public-footer">
        <PageFooter />
        <ThemeSwitch />
      </div>
    </div>
  );
}
