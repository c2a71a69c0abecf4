import { useEffect, useState } from "react";

/** The value once it has not changed for a while, for example a search text when typing pauses. */
export function useDebounced<Value>(value: Value, milliseconds = 400): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
