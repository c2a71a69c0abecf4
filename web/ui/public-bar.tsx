import { useLocation } from "react-router-dom";
import { pageBrand } from "../lib/page-brand.ts";
import { BrandMark } from "./brand-mark.tsx";
import "./public-frame.scss";

/**
 * The bar of the screens that need no sign-in. Its links load new pages: Home and Apply are not part
 * of this app, and sign-in may have another brand's colors.
 */
export function PublicBar() {
  const { key } = pageBrand();
  const { pathname } = useLocation();
  const isLogin = pathname.toLowerCase() === "/login";
  return (
    <header className="public-bar">
      <a href={`/${key}`}>
        <BrandMark />
      </a>
      <nav aria-label="Site">
        <a href={`/${key}`}>Home</a>
        <a href={`/${key}/apply`}>Apply</a>
        <a href="/login" aria-current={isLogin ? "page" : undefined}>
          Login
        </a>
      </nav>
    </header>
  );
}
