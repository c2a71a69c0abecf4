import type { Knex } from "knex";

/** Comments on every table, and on the columns whose names do not explain them. */
const tables: Record<string, [purpose: string, columns?: Record<string, string>]> = {
  users: [
    "Everybody who signs in: managers and psychics.",
    {
      password_hash: "Null: this user cannot sign in.",
      session_epoch: "Raised to end every session of this user at once.",
      pay_day: "The weekday on which a pay period begins, 1 Sunday to 7 Saturday.",
      country_code: "Dial prefix of the country.",
    },
  ],
  psychics: [
    "What only a psychic has: the account status, the manager, the extension and the secrets.",
    {
      requires_approval: "A manager must look first, because a blacklisted account is linked.",
      extension: "Six digits by which customers and the platform call the psychic.",
      referral: "The extension of who referred the psychic, as typed.",
      referral_known: "Whether the referral was a psychic's extension at sign-up.",
      contact_method: "E: e-mail, P: phone.",
      ssn_sealed: "Encrypted.",
      ssn_index: "Keyed hash of the SSN, to find equal ones.",
      pin_sealed: "Encrypted.",
    },
  ],
  profile_details: [
    "The part of a psychic's profile that a manager approves: as edited, and as last approved.",
    { languages: "Further languages, without the primary one." },
  ],
  phones: [
    "Up to three phone numbers of a user, one of them preferred.",
    {
      place: "Three places, so that nobody has a fourth number.",
      type: "1 landline, 2 work, 3 cellular.",
      pin_index: "Keyed hash of number and PIN: no two psychics share both. Null without a PIN.",
    },
  ],
  availability: [
    "Whether a psychic takes calls and chats now.",
    {
      code: "A available, P phone only, C chat only, O on alert, U unavailable, B busy, R reserved.",
    },
  ],
  listings: [
    "What customers read about a psychic: the approved version, and one pending or rejected.",
    { reason: "Why a manager rejected it." },
  ],
  pictures: [
    "A user's picture: the approved one, and one that waits for approval.",
    { name: "What the file in the data folder is called." },
  ],
  schedule_segments: [
    "A psychic's weekly hours in New York time, in steps of 15 minutes.",
    {
      day: "1 Sunday to 7 Saturday.",
      ends: "At or before the start: on the next day.",
      status: "A available, O on alert.",
    },
  ],
  versions: ["Counts the edits of a resource that is saved as a whole, for ETag and If-Match."],
  sessions: [
    "Signed-in browsers.",
    {
      epoch: "The user's session_epoch at sign-in; the session is void once that is raised.",
      ended: "Signed out. The row stays until it expires, so that a late request cannot revive it.",
    },
  ],
  password_links: ["Links that set a new password, by the hash of their token."],
  logins: [
    "Work sessions: from a portal sign-in or a phone log-on until its end.",
    {
      external_id: "The platform's id of a phone log-on.",
      session_key: "The portal session that keeps the record open.",
    },
  ],
  agreements: ["Which version of the agreement a psychic accepted, when, and from which address."],
  email_changes: [
    "Changes of e-mail addresses, so that the owner of the old address can undo one.",
    {
      undo_until: "Null: it cannot be undone, because a manager made it.",
      token_hash:
        "Hash of the undo link's token; null until the letter to the old address is written.",
      ended_at: "When it was undone, or a later change made undoing impossible.",
    },
  ],
  customers: ["Customers as the platform knows them.", { id: "The platform's own." }],
  psychic_customers: [
    "Each customer that a psychic has had a reading with.",
    {
      first_call_at:
        "Start of the first reading with minutes: it decides which readings are new. Null: none.",
    },
  ],
  readings: [
    "Calls and chats between a psychic and a customer, answered or not.",
    {
      connection_id: "The platform's id; a reading that comes again under it is a correction.",
      day: "The New York day in which it started.",
    },
  ],
  daily_statistics: ["Sums of a psychic's readings in a New York day, as of the last refresh."],
  statistics_changes: [
    "Psychic-days that the next refresh must add up again. No key: writers never wait for each other.",
  ],
  statistics_state: [
    "A single row about the last refresh of the statistics.",
    {
      number: "Counts the refreshes.",
      names: "Raised when a psychic gets another name or extension: cached results are then void.",
    },
  ],
  scheduled_calls: [
    "Calls that customers booked with a psychic.",
    {
      id: "The platform's own.",
      event_at: "Time of the last event: an older one changes nothing.",
    },
  ],
  gifts: [
    "Free minutes that a psychic sent to a customer.",
    { sent_day: "The New York day: one gift a day from a psychic to a customer." },
  ],
  imports: [
    "How far an interrupted import has come, by the hash of its file.",
    { errors_bytes: "Length so far of the file of refused lines." },
  ],
  platform_events: ["Ids of the platform's events, so that each is applied once."],
  deliveries: [
    "Events about psychics' accounts, to be delivered to the platform in order.",
    {
      message_id: "By which the platform drops repeats.",
      pin_sealed: "A new PIN, encrypted; data never holds one.",
      given_up_at: "The platform did not take it for too long.",
    },
  ],
  notifications: [
    "Messages to a user that are sent by push or e-mail once they are due.",
    {
      subject: "What it is about: a phone shows only the latest of a subject.",
      event: "Each event of a user makes one message; reminders of a call have fixed names.",
      call_at: "The call's start when this was made: stale if the call has moved since.",
      expires_at: "Too late to be of use.",
      pushed: "Whether a device took it.",
      ended_at: "Sent, stale or given up.",
    },
  ],
  push_subscriptions: [
    "Devices that receive push messages, each of a session.",
    { label: "Browser and system, for the list of devices." },
  ],
  push_settings: ["Which messages a user wants, and when to be left alone."],
  sent_ledger: ["Letters and push messages already sent, so that a repeated job sends none twice."],
  contacts: [
    "Messages and applications from visitors of the recruiting sites.",
    { method: "E: e-mail, P: phone." },
  ],
  problems: ["Reports of problems with the portal."],
  audit_trail: [
    "Audit trail: every action, its actor and the account it affects. Insert-only for two years.",
    {
      actor_id: "Null: nobody signed in.",
      address: "Truncated: IPv4 to /24, IPv6 to /48.",
      browser: "A family only, such as Chrome on Android.",
    },
  ],
  audit_hours: [
    "How often something frequent happened in an hour, of which the trail has one entry.",
    { about: "A route, or the id of a psychic." },
  ],
  idempotency_keys: [
    "The first answer to each keyed write: a repeated request gets it again.",
    { status: "Null only while the first request is under way." },
  ],
  used_challenges: ["Bot checks that were solved: each counts once."],
  rate_limits: ["Counters of the rate limits, shared by all processes."],
  failed_jobs: [
    "Jobs that failed for good.",
    {
      error: "The kind of error, never a text that quotes a value.",
      data: "What the job was given. Null where it may name a stranger.",
    },
  ],
  postal_codes: ["US and Canadian postal codes with their city, to fill in forms."],
  schema_floor: [
    "A single row: the oldest release that may run on this schema.",
    { migration: "A release must have it." },
  ],
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function comment(knex: Knex, write: (text: string) => string): Promise<void> {
  for (const [table, [purpose, columns = {}]] of Object.entries(tables)) {
    await knex.raw(`comment on table ${table} is ${write(purpose)}`);
    for (const [column, text] of Object.entries(columns)) {
      await knex.raw(`comment on column ${table}.${column} is ${write(text)}`);
    }
  }
}

/** docs/data-model.md and server/db/tables.ts read these. */
export const up = (knex: Knex) => comment(knex, quoted);

export const down = (knex: Knex) => comment(knex, () => "null");
