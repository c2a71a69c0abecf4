import { useEffect, useState } from "react";

/** The value after it has not changed for a while, such as a search text once typing pauses. */
export function useDebounced<Value>(value: Value, milliseconds = 400): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
