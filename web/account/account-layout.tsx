import "../ui/styles/public.scss";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { PageFooter } from "../ui/page-footer.tsx";
import { PublicBar } from "../ui/public-bar.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { ThemeSwitch } from "../ui/theme-switch.tsx";

/** The frame of what needs no sign-in: one card in the middle of the page. */
export function AccountLayout() {
  return (
    <div className="account">
      <PublicBar />
      <main className="account-main">
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
