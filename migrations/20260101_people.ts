import type { Knex } from "knex";

/** People, their sessions, and everything that belongs to one psychic. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id integer generated always as identity primary key,
      role text not null check (role in ('manager', 'psychic')),
      brand text not null,
      username text not null check (length(username) between 1 and 99),
      password_hash text,
      -- Raised to end every session of this user at once.
      session_epoch integer not null default 0,
      pay_day smallint not null default 1 check (pay_day between 1 and 7),
      first text not null check (length(first) <= 50),
      last text not null check (length(last) <= 50),
      address1 text not null check (length(address1) <= 99),
      address2 text check (length(address2) <= 99),
      postal_code text not null,
      city text not null check (length(city) <= 99),
      region text not null check (length(region) <= 99),
      country text not null check (country ~ '^[A-Z]{2}$'),
      country_code integer not null default 1,
      email text not null check (length(email) <= 99),
      created_at timestamptz not null default now()
    );
    create unique index users_username on users (lower(username));
    create index users_email on users (lower(email));
    create index users_last_first on users (lower(last), lower(first));

    create table psychics (
      user_id integer primary key references users,
      manager_id integer not null references users,
      account_status text not null default 'Pending' check (account_status in
        ('Active', 'Pending', 'Blacklist', 'Inactive', 'Flagged', 'Screened')),
      account_status_since timestamptz not null default now(),
      requires_approval boolean not null default false,
      extension text not null unique check (extension ~ '^[0-9]{6}$'),
      referral text,
      referral_known boolean not null default false,
      permissions text[] not null default '{}' check
        (permissions <@ array['AgentPhone', 'AgentChat']),
      auto_email boolean not null default true,
      contact_method text not null default 'P' check (contact_method in ('E', 'P')),
      -- Encrypted: key id, nonce, tag and text in one value; the index finds equal ones.
      ssn_sealed bytea,
      ssn_index bytea,
      pin_sealed bytea,
      profile_status text not null default 'Pending' check
        (profile_status in ('Pending', 'Approved', 'Rejected')),
      profile_since timestamptz not null default now(),
      profile_reason text
    );
    create index psychics_ssn on psychics (ssn_index);
    create index psychics_manager on psychics (manager_id);
    create index psychics_profile_waiting on psychics (profile_since)
      where profile_status = 'Pending';
    create index psychics_account_waiting on psychics (account_status_since)
      where account_status = 'Pending';

    -- Zodiac, gender, languages, experience and credentials are held until approved (D25).
    create table profile_details (
      psychic_id integer not null references psychics,
      state text not null check (state in ('edited', 'approved')),
      zodiac smallint not null check (zodiac between 1 and 12),
      gender text not null default 'F' check (gender in ('M', 'F')),
      language smallint not null default 1,
      languages smallint[] not null default '{}',
      experience smallint not null check (experience between 0 and 99),
      credentials text[] not null default '{}' check (cardinality(credentials) <= 6),
      check (not language = any (languages)),
      primary key (psychic_id, state)
    );

    create table phones (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      -- Three places, so that a fourth phone has none.
      place smallint not null check (place between 1 and 3),
      phone_number text not null check (phone_number ~ '^[0-9]{4,15}$'),
      country_code integer not null default 1,
      type smallint not null default 3 check (type between 1 and 3),
      time_zone_id smallint not null default 11,
      preferred boolean not null default false,
      sms boolean not null default false,
      -- Phone and PIN together are unique (D31): an HMAC of both, null while there is no PIN.
      pin_index bytea unique,
      check (country_code <> 1 or phone_number ~ '^[0-9]{10}$'),
      unique (user_id, place)
    );
    create unique index phones_one_preferred on phones (user_id) where preferred;
    create unique index phones_one_sms on phones (user_id) where sms;
    create index phones_number on phones (phone_number);

    -- A user with phones has exactly one preferred phone: the index refuses a second one, and this
    -- trigger refuses phones of which none is preferred.
    create function phones_need_preferred() returns trigger language plpgsql as $$
    declare owner integer := coalesce(new.user_id, old.user_id);
    begin
      if exists (select 1 from phones where user_id = owner)
        and not exists (select 1 from phones where user_id = owner and preferred) then
        raise exception 'user % has phones but none is preferred', owner
          using errcode = 'check_violation', constraint = 'phones_need_preferred';
      end if;
      return null;
    end $$;
    create constraint trigger phones_need_preferred after insert or update or delete on phones
      deferrable initially deferred for each row execute function phones_need_preferred();

    create table availability (
      psychic_id integer primary key references psychics,
      code text not null check (code in ('A', 'P', 'C', 'O', 'U', 'B', 'R')),
      at timestamptz not null
    );
    create index availability_busy on availability (psychic_id) where code = 'B';

    create table listings (
      psychic_id integer not null references psychics,
      status text not null check (status in ('Pending', 'Approved', 'Rejected')),
      sales_pitch text not null check (sales_pitch <> ''),
      body text not null check (body <> ''),
      categories smallint[] not null check (cardinality(categories) between 1 and 5),
      reason text,
      updated_at timestamptz not null default now(),
      primary key (psychic_id, status)
    );
    -- D26: a Pending and a Rejected version never coexist.
    create unique index listings_one_undecided on listings (psychic_id) where status <> 'Approved';
    create index listings_waiting on listings (updated_at) where status = 'Pending';

    -- A psychic's, and a manager's own.
    create table pictures (
      user_id integer not null references users,
      state text not null check (state in ('pending', 'approved')),
      name text not null unique,
      created_at timestamptz not null default now(),
      primary key (user_id, state)
    );
    create index pictures_waiting on pictures (created_at) where state = 'pending';

    -- Weekly, New York wall-clock times; an end at or before the start is on the next day (D14).
    create table schedule_segments (
      psychic_id integer not null references psychics,
      day smallint not null check (day between 1 and 7),
      number smallint not null check (number between 1 and 96),
      starts time not null check
        (extract(minute from starts)::int % 15 = 0 and extract(second from starts) = 0),
      ends time not null check
        (extract(minute from ends)::int % 15 = 0 and extract(second from ends) = 0),
      status text not null check (status in ('A', 'O')),
      primary key (psychic_id, day, number)
    );

    -- One counter for each thing of a person that is edited as a whole (ETag, If-Match).
    create table versions (
      owner_id integer not null references users,
      thing text not null check (thing in ('schedule', 'profile', 'listings', 'phones')),
      version integer not null default 1,
      primary key (owner_id, thing)
    );

    create table sessions (
      sid text primary key,
      sess json not null,
      expire timestamptz not null,
      user_id integer references users,
      -- The user's session_epoch at sign-in. When the user's session_epoch is raised, this session
      -- is void.
      epoch integer,
      -- A signed-out session stays as a tombstone until it expires, so that a request that was
      -- under way cannot bring it back.
      ended boolean not null default false
    );
    create index sessions_expire on sessions (expire);
    create index sessions_user on sessions (user_id);

    create table password_links (
      token_hash bytea primary key,
      user_id integer not null references users,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    -- A work session (D17): opened by a portal sign-in or a phone log-on.
    create table logins (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      source text not null check (source in ('portal', 'phone')),
      -- The platform's own id of a phone log-on.
      external_id text,
      -- Which portal session keeps the record open.
      session_key uuid,
      started_at timestamptz not null,
      last_action_at timestamptz not null,
      ended_at timestamptz check (ended_at >= started_at),
      unique (source, external_id)
    );
    create index logins_of_user on logins (user_id, started_at desc);
    create index logins_open on logins (last_action_at) where ended_at is null;
    create index logins_open_of_session on logins (session_key) where ended_at is null;

    create table agreements (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      brand text not null,
      version text not null,
      agreed_at timestamptz not null default now(),
      address text not null
    );
    create index agreements_user on agreements (user_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table agreements, logins, password_links, sessions, versions, schedule_segments,
      pictures, listings, availability, phones, profile_details, psychics, users;
    drop function phones_need_preferred();
  `);
}
