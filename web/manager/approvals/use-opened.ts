import { useSearchParams } from "react-router-dom";

/** The open approval; the address contains its key. */
export function useOpened() {
  const [search, setSearch] = useSearchParams();
  const withKey = (key: string | null) => {
    const next = new URLSearchParams(search);
    if (key === null) next.delete("open");
    else next.set("open", key);
    return next;
  };
  return {
    opened: search.get("open"),
    addressOf: (key: string | null) => `?${withKey(key)}`,
    open: (key: string | null) => setSearch(withKey(key), { replace: true }),
  };
}
