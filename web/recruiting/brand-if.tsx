import { createElement, type ReactNode } from "react";
import type { SiteCondition } from "#shared/reference/site-pages.ts";

/** A part of a page that the server removes unless the brand's setting is true. Never nested. */
export function BrandIf({ fact, children }: { fact: SiteCondition; children: ReactNode }) {
  return createElement("brand-if", { fact }, children);
}
