/** An ISO 8601 instant in UTC and milliseconds: PostgreSQL takes fewer offsets than ISO has. */
export function utc(text: string): string {
  const isSo = text.endsWith("Z") && (text.length === 24 || text.length === 20);
  return isSo ? text : new Date(text).toISOString();
}
