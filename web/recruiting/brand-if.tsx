import { createElement, type ReactNode } from "react";
import type { SiteCondition } from "#shared/reference/site-pages.ts";

/** A part of a page that the server leaves out where the brand's settings say no. Never nested. */
export function BrandIf({ fact, children }: { fact: SiteCondition; children: ReactNode }) {
  return createElement("brand-if", { fact }, children);
}
