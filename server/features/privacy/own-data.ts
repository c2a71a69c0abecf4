import { isNew } from "#server/queries/reading-sums.ts";

/** A list of an export. */
export interface OwnList {
  name: string;
  /** Its contents in words, for the export's README. */
  what: string;
  /**
   * SQL of the rows, with the user's id as `:user`. Columns that begin with `key_` order the rows
   * and are not exported: some keys must not reach a psychic (D23c).
   */
  sql: string;
  /** The unique order of the rows, as pairs of column and SQL type. */
  keys: readonly (readonly [column: string, type: string])[];
}

const list = (name: string, what: string, keys: Record<string, string>, sql: string): OwnList => ({
  name,
  what,
  sql,
  keys: Object.entries(keys),
});

/**
 * Everything that the portal holds about a user, without secrets and without what only staff see:
 * of readings no connection ids, rates, revenue and recordings (D23c).
 */
export const ownLists: readonly OwnList[] = [
  list(
    "account",
    "Your account and, if you are a psychic, its settings",
    { username: "text" },
    `select u.username, u.id as user_id, u.role, u.staff_role, u.brand, u.first, u.last, u.address1,
            u.address2, u.postal_code, u.city, u.region, u.country, u.country_code, u.email,
            u.pay_day, u.spoken_languages, u.created_at, u.factor_asked_at, u.locked_at,
            m.username as manager,
            p.account_status, p.account_status_since, p.extension, p.external_id, p.referral,
            p.permissions, p.auto_email, p.contact_method, p.profile_status, p.profile_since,
            p.profile_reason, u.password_hash is not null as password_on_file,
            p.ssn_sealed is not null as ssn_on_file, p.pin_sealed is not null as pin_on_file
       from users u left join psychics p on p.user_id = u.id left join users m on m.id = p.manager_id
      where u.id = :user`,
  ),
  list(
    "profile",
    "The part of your profile that a manager approves: as edited, and as approved",
    { state: "text" },
    `select state, zodiac, gender, language, languages, experience, credentials
       from profile_details where psychic_id = :user`,
  ),
  list(
    "phones",
    "Your phone numbers",
    { place: "smallint" },
    `select place, phone_number, country_code, type, time_zone_id, preferred, sms
       from phones where user_id = :user`,
  ),
  list(
    "agreements",
    "Agreements that you accepted, with their texts",
    { key_id: "integer" },
    `select a.id as key_id, a.brand, a.version, a.agreed_at, a.address, t.text
       from agreements a left join agreement_texts t on t.hash = a.text_hash
      where a.user_id = :user`,
  ),
  list(
    "email_changes",
    "Earlier e-mail addresses",
    { key_id: "integer" },
    `select id as key_id, old_email, changed_at, undo_until, ended_at
       from email_changes where user_id = :user`,
  ),
  list(
    "listings",
    "Your listing",
    { status: "text" },
    `select status, sales_pitch, body, categories, reason, updated_at
       from listings where psychic_id = :user`,
  ),
  list(
    "pictures",
    "Your pictures; their files are beside this list",
    { state: "text" },
    `select state, 'pictures/' || state || '.jpg' as file, created_at
       from pictures where user_id = :user`,
  ),
  list(
    "schedule",
    "Your weekly hours in New York time; day 1 is Sunday; hours with weeks hold every second week",
    { day: "smallint", key_number: "smallint" },
    `select day, number as key_number, to_char(starts, 'HH24:MI') as "from",
            to_char(ends, 'HH24:MI') as "to", status, weeks
       from schedule_segments where psychic_id = :user`,
  ),
  list(
    "schedule_exceptions",
    "Days on which your hours differ from the week",
    { first_day: "date", key_id: "integer" },
    `select first_day, id as key_id, last_day, kind, to_char(starts, 'HH24:MI') as "from",
            to_char(ends, 'HH24:MI') as "to", note, created_at, created_by
       from schedule_exceptions where psychic_id = :user`,
  ),
  list(
    "availability",
    "Your availability",
    { at: "timestamptz" },
    "select at, code, set_by from availability where psychic_id = :user",
  ),
  list(
    "availability_changes",
    "Every change of your availability, and who made it",
    { at: "timestamptz", code: "text" },
    "select at, code, set_by from availability_changes where psychic_id = :user",
  ),
  list(
    "availability_questions",
    "The last time that you asked whether Busy is still right",
    { asked_at: "timestamptz" },
    "select asked_at, since from availability_questions where psychic_id = :user",
  ),
  list(
    "call_attempts",
    "Calls that the platform tried to connect to you",
    { initiated_at: "timestamptz", key_id: "text" },
    `select initiated_at, id as key_id, ringing_at, answered_at, ended_at, result
       from call_attempts where psychic_id = :user`,
  ),
  list(
    "scheduled_calls",
    "Calls that customers booked with you",
    { key_id: "text" },
    `select id as key_id, at, customer_id, username, minutes, channel, status
       from scheduled_calls where psychic_id = :user`,
  ),
  list(
    "call_answers",
    "What you answered about booked calls",
    { key_id: "bigint" },
    `select id as key_id, call_id, call_at, answer, late_minutes, answered_at, received_at,
            answered_by
       from call_answers where psychic_id = :user`,
  ),
  list(
    "customers",
    "Your customers, by the names that you see",
    { customer_id: "bigint" },
    `select pc.customer_id, c.username, pc.first_call_at
       from psychic_customers pc join customers c on c.id = pc.customer_id
      where pc.psychic_id = :user`,
  ),
  list(
    "readings",
    "Your readings",
    { call_date: "timestamptz", key_id: "text" },
    `select r.started_at as call_date, r.connection_id as key_id, r.customer_id, c.username,
            r.conn_type, case when ${isNew} then 'new' else 'repeat' end as type,
            r.minutes as duration, r.free_minutes as free_mins, r.paid_minutes as paid_mins,
            r.result, r.rating, r.rating_text
       from readings r
       join psychic_customers using (psychic_id, customer_id)
       join customers c on c.id = r.customer_id
      where psychic_id = :user`,
  ),
  list(
    "statistics",
    "Your figures for each New York day, as of the last refresh",
    { day: "date" },
    `select day, calls, call_minutes, new_calls, new_call_minutes, billed_calls,
            billed_call_minutes, chats, chat_minutes, new_chats, new_chat_minutes, billed_chats,
            billed_chat_minutes, free_minutes, call_paid_minutes, chat_paid_minutes,
            call_revenue_cents, chat_revenue_cents, attempted, missed, rating_sum, ratings
       from daily_statistics where psychic_id = :user`,
  ),
  list(
    "absences",
    "When you were or will be away, and who stands in",
    { from_day: "date" },
    `select a.from_day, a.to_day, d.username as stands_in
       from absences a left join users d on d.id = a.delegate_id where a.user_id = :user`,
  ),
  list(
    "gifts",
    "Free minutes that you sent",
    { key_id: "integer" },
    `select id as key_id, customer_id, subject, body, minutes, sent_at, redeemed_at
       from gifts where psychic_id = :user`,
  ),
  list(
    "logins",
    "When you worked, by portal and by phone",
    { started_at: "timestamptz", key_id: "bigint" },
    `select started_at, id as key_id, source, last_action_at, ended_at
       from logins where user_id = :user`,
  ),
  list(
    "devices",
    "Where you are signed in",
    { key_sid: "text" },
    `select sid as key_sid, sess ->> 'browser' as browser, sess ->> 'place' as place,
            to_timestamp((sess ->> 'signedInAt')::float8 / 1000) as signed_in_at, expire as ends_at
       from sessions where user_id = :user and not ended and expire > now()`,
  ),
  list(
    "known_browsers",
    "When each browser last signed in to your account; its name is stored as a hash only",
    { last_sign_in_at: "timestamptz", key_hash: "bytea" },
    `select last_sign_in_at, browser_hash as key_hash from known_browsers where user_id = :user`,
  ),
  list(
    "sign_in_notices",
    "Letters to you about sign-ins from new browsers",
    { key_id: "integer" },
    `select id as key_id, email, browser, place, signed_in_at, ended_at
       from sign_in_notices where user_id = :user`,
  ),
  list(
    "passkeys",
    "Your passkeys",
    { key_id: "integer" },
    `select id as key_id, name, host, transports, created_at, last_used_at
       from passkeys where user_id = :user`,
  ),
  list(
    "codes",
    "Since when you have a code app, and how many recovery codes are left",
    { key_user: "integer" },
    `select u.id as key_user, a.confirmed_at as code_app_since,
            (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null)
              as recovery_codes_left
       from users u left join code_apps a on a.user_id = u.id where u.id = :user`,
  ),
  list(
    "recovery_links",
    "Links that set a new password",
    { key_hash: "bytea" },
    `select token_hash as key_hash, expires_at, used_at from password_links where user_id = :user`,
  ),
  list(
    "invitations",
    "Letters that invited you",
    { invited_at: "timestamptz" },
    "select invited_at, letters, link_days from invitations where user_id = :user",
  ),
  list(
    "push_devices",
    "Devices that receive messages",
    { key_id: "integer" },
    `select id as key_id, label, created_at, last_delivered_at
       from push_subscriptions where user_id = :user`,
  ),
  list(
    "calendar_address",
    "Since when your calendar has a secret address, and when it was last read",
    { key_user: "integer" },
    `select psychic_id as key_user, created_at, read_at
       from calendar_addresses where psychic_id = :user`,
  ),
  list(
    "message_settings",
    "Which messages you want, and your quiet hours",
    { key_user: "integer" },
    `select user_id as key_user, kinds, quiet_from, quiet_to, show_names
       from push_settings where user_id = :user`,
  ),
  list(
    "messages",
    "Messages to you",
    { key_id: "bigint" },
    `select id as key_id, kind, decision, call_at, created_at, due_at, ended_at, pushed
       from notifications where user_id = :user`,
  ),
  list(
    "problems",
    "Problems that you reported",
    { key_id: "integer" },
    "select id as key_id, created_at, category, details from problems where user_id = :user",
  ),
  list(
    "platform_messages",
    "What the portal told the phone and chat platform about you",
    { key_id: "bigint" },
    `select id as key_id, created_at, type, data, delivered_at, given_up_at
       from deliveries where psychic_id = :user`,
  ),
  list(
    "actions",
    "What you did, and from where; what was done to your account is in history",
    { at: "timestamptz", key_id: "bigint" },
    `select at, id as key_id, action, address, browser from audit_trail where actor_id = :user`,
  ),
];
