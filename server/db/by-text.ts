/**
 * SQL that orders a text as people expect, in any case, and as `compareTexts` does in shared/rules.
 * The collation is PostgreSQL's own copy of ICU, so it is the same on every server, whatever
 * language the database was made with. No index is made in this order: every list that has it picks
 * its rows by something else first.
 */
export const byText = (column: string) => `lower(${column}) collate "en-x-icu"`;
