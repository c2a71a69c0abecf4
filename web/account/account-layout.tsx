import "../ui/styles/public.scss";
import { Suspense } from "react";
import { Link, Outlet } from "react-router-dom";
import { BrandMark } from "../ui/brand-mark.tsx";
import { PageFooter } from "../ui/page-footer.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { ThemeSwitch } from "../ui/theme-switch.tsx";

/** The frame of what needs no sign-in: one card in the middle of the page. */
export function AccountLayout() {
  return (
    <div className="account">
      <header className="account-bar">
        <Link to="/" className="top-bar-brand">
          <BrandMark />
        </Link>
        <ThemeSwitch />
      </header>
      <main className="account-main">
        <Suspense fallback={<Spinner label="Loading" />}>
          <Outlet />
        </Suspense>
      </main>
      <PageFooter />
    </div>
  );
}
