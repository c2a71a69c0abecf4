/** An answer without a PIN: no phone stores one (D38), not even sealed. */
export function withoutPin<T>(data: T): T {
  if (typeof data !== "object" || data === null || !("pin" in data)) return data;
  return { ...data, pin: null };
}
