import { createContext, type ReactNode, useContext } from "react";
import { Link } from "react-router-dom";

export type Audience = "anyone" | "manager" | "psychic";

/** The audience of the screen at a path; null if there is no screen. From the table of routes. */
export type AudienceOf = (path: string) => Audience | null;

export const KnownPaths = createContext<AudienceOf>(() => null);

export const useAudienceOf = () => useContext(KnownPaths);

interface KnownLinkProps {
  to: string;
  className?: string;
  /** Stored with the address in the browser's history. */
  state?: object;
  children: ReactNode;
}

/** A link if its screen exists, otherwise plain text. */
export function KnownLink({ to, className, state, children }: KnownLinkProps) {
  const known = useAudienceOf()(to.split("?", 1)[0] ?? to) !== null;
  if (!known) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className} state={state}>
      {children}
    </Link>
  );
}
