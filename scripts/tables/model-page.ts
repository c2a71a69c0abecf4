import type { ReadColumn, ReadReference, ReadTable } from "./read-tables.ts";

/** The sections of the page. Every table belongs to one of them. */
const subjects: Record<string, readonly string[]> = {
  "People and accounts": [
    "users",
    "psychics",
    "phones",
    "agreements",
    "agreement_texts",
    "email_changes",
  ],
  "Who looks after whom": ["assignment_rules", "absences", "reassignments"],
  "Profiles, listings and pictures": ["profile_details", "listings", "pictures", "versions"],
  "Schedule and availability": [
    ...["schedule_segments", "schedule_exceptions", "availability", "availability_changes"],
    ...["availability_questions", "call_attempts", "scheduled_calls", "call_answers"],
    "calendar_addresses",
  ],
  "Customers and readings": [
    ...["customers", "psychic_customers", "readings", "reading_ids", "gifts", "imports"],
  ],
  Statistics: [
    ...["daily_statistics", "monthly_statistics", "statistics_totals"],
    ...["statistics_changes", "statistics_state"],
    ...["psychic_hours", "group_hours", "hours_state"],
  ],
  "Signing in": [
    ...["sessions", "logins", "passkeys", "code_apps", "recovery_codes"],
    ...["password_links", "invitations", "known_browsers", "sign_in_notices"],
    ...["used_challenges", "rate_limits"],
  ],
  "The platform": ["platform_events", "deliveries"],
  Notifications: ["notifications", "push_subscriptions", "push_settings", "sent_ledger"],
  "Visitors and help": ["contacts", "problems", "postal_codes"],
  "Audit trail, requests and jobs": [
    "audit_trail",
    "audit_hours",
    "erasures",
    "idempotency_keys",
    "failed_jobs",
  ],
  "The schema itself": ["schema_floor", "sql_definitions", "partitioned_tables"],
};

const shortTypes: Record<string, string> = {
  "timestamp with time zone": "timestamptz",
  "time without time zone": "time",
};
const typeOf = ({ type }: ReadColumn) => shortTypes[type] ?? type;

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name));

/** `users ||--o{ phones : user_id`: how many phones a user has. */
function relation({ name, keys, columns }: ReadTable, reference: ReadReference): string {
  const isNullable = columns.some(
    (column) => reference.columns.includes(column.name) && column.nullable,
  );
  const isOne = keys.some((key) => isSame(key, reference.columns));
  const ends = `${isNullable ? "|o" : "||"}--${isOne ? "o|" : "o{"}`;
  return `  ${reference.table} ${ends} ${name} : "${reference.columns.join(", ")}"`;
}

/** Only the columns of the primary key and of references; the page lists all columns below. */
function entity({ name, columns, keys: [primary = []], references }: ReadTable): string[] {
  const drawn = columns.flatMap((column) => {
    const keyMarks = [
      ...(primary.includes(column.name) ? ["PK"] : []),
      ...(references.some((reference) => reference.columns.includes(column.name)) ? ["FK"] : []),
    ];
    const type = typeOf(column).replace("[]", "_array");
    return keyMarks.length > 0 ? [`    ${type} ${column.name} ${keyMarks.join(", ")}`] : [];
  });
  return drawn.length > 0 ? [`  ${name} {`, ...drawn, "  }"] : [`  ${name}`];
}

function diagram(tables: readonly ReadTable[]): string {
  const lines = tables.flatMap((table) => [
    ...entity(table),
    ...table.references.map((reference) => relation(table, reference)),
  ]);
  return ["```mermaid", "erDiagram", ...lines, "```"].join("\n");
}

function notesOf({ type, values, expression, generated, comment }: ReadColumn): string {
  const literal = expression?.replace(/^('.*')::\w+(\[\])?$/, "$1");
  return [
    comment,
    values &&
      `${type.endsWith("[]") ? "Any" : "One"} of ${values.map((value) => `\`${value}\``).join(", ")}.`,
    generated && (expression ? `Computed: \`${expression}\`.` : "Numbered by PostgreSQL."),
    !generated && expression && `Default \`${literal}\`.`,
  ]
    .filter(Boolean)
    .join(" ")
    .replaceAll("|", "\\|");
}

function section({ name, comment, columns, keys, references }: ReadTable): string {
  const [primary, ...unique] = keys.map((key) => key.map((column) => `\`${column}\``).join(", "));
  const facts = [
    primary && `Key: ${primary}.`,
    ...unique.map((key) => `Unique: ${key}.`),
    ...references.map(({ columns, table }) => {
      const names = columns.map((column) => `\`${column}\``).join(", ");
      return `${names} → [${table}](#${table}).`;
    }),
  ].filter(Boolean);
  return [
    `### ${name}`,
    "",
    comment,
    ...(facts.length > 0 ? ["", facts.join(" ")] : []),
    "",
    "| Column | Type | Notes |",
    "|---|---|---|",
    ...columns.map((column) => {
      const type = `${typeOf(column)}${column.nullable ? ", may be null" : ""}`;
      return `| \`${column.name}\` | ${type} | ${notesOf(column)} |`.replace("|  |", "| |");
    }),
  ].join("\n");
}

/**
 * Writes docs/data-model.md: all tables by section.
 * @throws Error for a table without section or comment, and for a name without a table.
 */
export function modelPage(tables: readonly ReadTable[]): string {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const placed = Object.values(subjects).flat();
  const unplaced = tables.find(({ name, comment }) => !placed.includes(name) || !comment);
  if (unplaced) {
    throw new Error(`${unplaced.name} needs a "comment on table" and a section in scripts/tables`);
  }
  const parts = Object.entries(subjects).map(([subject, names]) => {
    const sectionTables = names.map((name) => {
      const table = byName.get(name);
      if (!table) throw new Error(`scripts/tables names ${name}, but there is no such table`);
      return table;
    });
    return [`## ${subject}`, diagram(sectionTables), ...sectionTables.map(section)].join("\n\n");
  });
  return `# The data model

Written by \`npm run tables\` from the migrated database: change a migration, not this page. The
purpose of a table and of a column is its comment in the database (\`comment on\`).

A diagram shows the columns of keys and references only. The tables of knex (\`knex_migrations\`) and
of the job queue (schema \`pgboss\`) are not ours.

${parts.join("\n\n")}
`;
}
