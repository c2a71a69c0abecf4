import "../ui/styles/public.scss";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { pageBrand } from "../lib/page-brand.ts";
import { BrandMark } from "../ui/brand-mark.tsx";
import { PageFooter } from "../ui/page-footer.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { ThemeSwitch } from "../ui/theme-switch.tsx";

/**
 * The frame of a brand's public screens. Its links are loads of their own: Home and Apply are
 * pages without this app, and sign-in may be under another brand's colors.
 */
export function PublicLayout() {
  const { key } = pageBrand();
  return (
    <div className="public">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="public-bar">
        <a className="top-bar-brand" href={`/${key}`}>
          <BrandMark />
        </a>
        <nav aria-label="Site">
          <a href={`/${key}`}>Home</a>
          <a href={`/${key}/apply`}>Apply</a>
          <a href="/login">Login</a>
        </nav>
      </header>
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
