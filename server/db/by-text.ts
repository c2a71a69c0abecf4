/**
 * SQL that sorts text as people expect, ignoring case, and as `compareTexts` in shared/rules does.
 * The collation is PostgreSQL's own copy of ICU, so it is the same on every server, whatever the
 * language of the database. No index has this order: every list that uses it selects its rows by
 * something else first.
 */
export const byText = (column: string) => `lower(${column}) collate "en-x-icu"`;
