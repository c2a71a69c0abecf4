/** The seconds of a Retry-After header, which holds seconds or a date; null if it is neither. */
export function retryAfter(text: string | null): number | null {
  if (text === null) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(Math.ceil(seconds), 0);
}
