/** An ISO 8601 instant in UTC, because PostgreSQL accepts fewer forms of offsets than ISO allows. */
export function utc(text: string): string {
  const isUtc = text.endsWith("Z") && (text.length === 24 || text.length === 20);
  return isUtc ? text : new Date(text).toISOString();
}
