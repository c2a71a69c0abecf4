import { useCallback, useEffect, useState } from "react";
import { type Passage, passagesOf } from "./find-passages.ts";
import { loadedPages } from "./loaded-page.ts";

/**
 * Every passage of the help. It loads all pages only when a search is `wanted`, so that on a slow
 * network the index shows at once.
 */
export function usePassages(wanted: boolean) {
  const [passages, setPassages] = useState<readonly Passage[]>();
  const [failed, setFailed] = useState(false);

  const load = useCallback(async () => {
    setFailed(false);
    try {
      const pages = await loadedPages();
      setPassages(pages.flatMap(({ entry, content }) => passagesOf(entry, content)));
    } catch {
      setFailed(true);
    }
  }, []);

  useEffect(() => {
    if (wanted) void load();
  }, [wanted, load]);

  return { passages, failed, load };
}
