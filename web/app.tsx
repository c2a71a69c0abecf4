import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import { onForbidden } from "./api/session-end.ts";
import { useSession } from "./api/use-session.ts";
import { FailureBoundary } from "./failure-boundary.tsx";
import { landingOf } from "./lib/area.ts";
import { InstalledAppLater } from "./pwa/installed-app-later.tsx";
import { audienceOf, layouts, NotFound, preload, routes } from "./routes.tsx";
import { SessionGuard } from "./session-guard.tsx";
import { type Audience, KnownPaths } from "./ui/known-paths.tsx";
import { Notices } from "./ui/notices.tsx";

function Home() {
  const session = useSession();
  return <Navigate to={session ? landingOf(session) : "/login"} replace />;
}

/** The screens of one audience in their frame; changing between them leaves the frame standing. */
function framed(audience: Audience) {
  const { Layout } = layouts[audience];
  const frame = (
    <Suspense>
      <Layout />
    </Suspense>
  );
  return (
    <Route
      element={audience === "anyone" ? frame : <SessionGuard area={audience}>{frame}</SessionGuard>}
    >
      {routes
        .filter((route) => route.audience === audience)
        .map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      {audience === "anyone" && <Route path="*" element={<NotFound />} />}
    </Route>
  );
}

function Screens() {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useEffect(() => onForbidden(() => navigate("/login", { replace: true })), [navigate]);
  // Frame and screen download side by side, not one after the other.
  preload(pathname);

  return (
    <FailureBoundary path={pathname}>
      <Routes>
        <Route path="/" element={<Home />} />
        {framed("anyone")}
        {framed("manager")}
        {framed("psychic")}
      </Routes>
    </FailureBoundary>
  );
}

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <KnownPaths value={audienceOf}>
        <BrowserRouter>
          <Screens />
          <InstalledAppLater />
        </BrowserRouter>
        <Notices />
      </KnownPaths>
    </QueryClientProvider>
  );
}
