import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { type BrandKey, brandKeys } from "#shared/reference/brands.ts";
import { sitePlaceholders } from "#shared/reference/site-pages.ts";
import type { PortalShell } from "../lib/brand-facts.ts";
import { PublicFrame } from "../ui/public-frame.tsx";
import { Login } from "./login.tsx";

/** Each brand with its own host, and a placeholder for the name that the server fills in. */
const shell: PortalShell = {
  revision: "",
  brands: brandKeys.map((key) => ({
    ...{ key, name: sitePlaceholders.name, portalName: sitePlaceholders.name },
    ...{ hosts: [key], apiHost: null, supportEmail: "" },
  })) as unknown as PortalShell["brands"],
};

/** Renders a brand's sign-in screen as HTML during the build; the app's script replaces it. */
export function renderSignIn(key: BrandKey): string {
  Object.assign(globalThis, {
    portalShell: shell,
    location: { hostname: key, pathname: "/login" },
  });
  return renderToString(
    <StaticRouter location="/login">
      <PublicFrame look="account">
        <Login />
      </PublicFrame>
    </StaticRouter>,
  );
}
