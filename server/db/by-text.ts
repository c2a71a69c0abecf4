/**
 * SQL that sorts text as people expect, ignoring case, and as `compareTexts` in shared/rules does.
 * The collation comes from ICU, so it does not depend on the language of the database. Servers with
 * different versions of ICU may differ in details. No index has this order: every list that uses it
 * selects its rows by something else first.
 */
export const byText = (column: string) => `lower(${column}) collate "en-x-icu"`;
