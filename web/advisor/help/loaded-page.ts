import type { HelpPageContent } from "./help-page-content.ts";
import { type HelpPageEntry, helpPages } from "./help-pages.ts";

const loading = new Map<HelpPageEntry, Promise<HelpPageContent>>();

/** A page's content, fetched once. After a failure, the next call fetches it again. */
export function loadedPage(entry: HelpPageEntry): Promise<HelpPageContent> {
  const started = loading.get(entry);
  if (started) return started;
  const content = entry.load();
  loading.set(entry, content);
  content.catch(() => loading.delete(entry));
  return content;
}

export const loadedPages = () =>
  Promise.all(helpPages.map(async (entry) => ({ entry, content: await loadedPage(entry) })));
