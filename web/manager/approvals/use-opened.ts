import { useSearchParams } from "react-router-dom";

/** Which one of the waiting is under review, kept in the address. */
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
