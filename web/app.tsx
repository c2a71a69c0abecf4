import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Fragment, Suspense, useEffect, useRef } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import { onForbidden } from "./api/session-end.ts";
import { useSession } from "./api/use-session.ts";
import { FailureBoundary } from "./failure-boundary.tsx";
import { ConfirmIdentityLater } from "./features/confirmation/confirm-identity-later.tsx";
import { areaOf, landingOf } from "./lib/area.ts";
import { InstalledAppLater } from "./pwa/shell/installed-app-later.tsx";
import { audienceOf, type Frame, layouts, NotFound, preload, routes } from "./routes.tsx";
import { SessionGuard } from "./session-guard.tsx";
import { KnownPaths } from "./ui/known-paths.tsx";
import { Notices } from "./ui/notices.tsx";

function Home() {
  const session = useSession();
  return <Navigate to={session ? landingOf(session) : "/login"} replace />;
}

/**
 * The screens of one frame. Changing between them keeps the frame, even if one cannot be loaded.
 * @param showsUnknown whether this frame also shows unknown addresses.
 */
function framed(name: Frame, pathname: string, showsUnknown: boolean) {
  const { Component: Layout } = layouts[name];
  const frame = (
    <Suspense
      fallback={
        <p role="status" className="frame-loading">
          Loading…
        </p>
      }
    >
      <Layout />
    </Suspense>
  );
  return (
    <Route
      element={
        name === "manager" || name === "psychic" ? (
          <SessionGuard area={name}>{frame}</SessionGuard>
        ) : (
          frame
        )
      }
    >
      {routes
        .filter((route) => route.frame === name)
        .map(({ path, screen: { Component: Screen } }) => (
          <Route
            key={path}
            path={path}
            element={
              <FailureBoundary path={pathname} isFramed>
                <Screen />
              </FailureBoundary>
            }
          />
        ))}
      {showsUnknown && <Route path="*" element={<NotFound />} />}
    </Route>
  );
}

function Screens() {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const session = useSession();
  /** The frame that shows unknown addresses. After a sign-out, its guard leads to /login. */
  const unknownShownIn = useRef<Frame>("anyone");
  if (session) unknownShownIn.current = areaOf(session);

  useEffect(() => onForbidden(() => navigate("/login", { replace: true })), [navigate]);
  // Frame and screen download side by side, not one after the other.
  void preload(pathname);

  return (
    <FailureBoundary path={pathname}>
      <Routes>
        <Route path="/" element={<Home />} />
        {(["anyone", "signup", "manager", "psychic"] as const).map((frame) => (
          <Fragment key={frame}>
            {framed(frame, pathname, frame === unknownShownIn.current)}
          </Fragment>
        ))}
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
        <ConfirmIdentityLater />
        <Notices />
      </KnownPaths>
    </QueryClientProvider>
  );
}
