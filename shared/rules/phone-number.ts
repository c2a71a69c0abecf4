/** Formats ten digits as `212-555-0123`; other numbers stay unchanged. */
export function writtenPhone(digits: string | null): string {
  if (!digits) return "";
  return /^\d{10}$/.test(digits)
    ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
    : digits;
}
