import type { Knex } from "knex";
import { theExampleBrands } from "#server/brands.ts";
import type { Vault } from "#server/crypto/vault.ts";
import { storeAgreement } from "#server/features/agreements/agreements.ts";
import { insertRows } from "../builders/insert.ts";
import { phoneRow } from "../builders/phone.ts";
import { makeProfileDetails, makePsychic } from "../builders/psychic.ts";
import { segmentRow } from "../builders/schedule.ts";
import { makeManager } from "../builders/user.ts";
import type { Random } from "../random.ts";
import { credentials, profileReasons } from "../texts/messages.ts";
import { castOf } from "./cast.ts";
import { createIdentities } from "./identities.ts";
import type { Member } from "./member.ts";
import { type DemoManager, managersOf, namedAccounts, namedMembers } from "./named.ts";

/** A demo psychic with the id of its row. */
export interface DemoPsychic extends Member {
  id: number;
}

export interface People {
  managers: { id: number; username: string }[];
  psychics: DemoPsychic[];
}

interface PeopleOptions {
  sql: Knex;
  vault: Vault;
  random: Random;
  now: Date;
  hashes: PasswordHashes;
}

/**
 * Hashes of passwords. All managers share one, and so do all psychics but the named ones, because
 * hashing is slow.
 */
export interface PasswordHashes {
  managers: string;
  psychics: string;
  named: ReadonlyMap<string, string>;
}

export async function hashPasswords(
  hashPassword: (password: string) => Promise<string>,
): Promise<PasswordHashes> {
  const [managers = "", psychics = "", ...named] = await Promise.all(
    ["manager", "psychic", ...namedAccounts].map((name) => hashPassword(`${name}-demo`)),
  );
  return {
    managers,
    psychics,
    named: new Map(namedAccounts.map((name, place) => [name, named[place] ?? psychics])),
  };
}

const dayMs = 86_400_000;

/** Creates managers and psychics with their profiles, phones, schedules and agreements. */
export async function makePeople(options: PeopleOptions): Promise<People> {
  const { random } = options;
  const identities = createIdentities(random);
  const managers = [];
  for (const manager of managersOf(identities)) {
    managers.push({ ...manager, id: await insertManager(options, manager) });
  }
  const members = [...namedMembers(random, identities), ...castOf(random, identities)];
  rank(members, random);

  const psychics: DemoPsychic[] = [];
  for (const member of members) {
    const ofBrand = managers.filter(({ brand }) => brand === member.brand);
    const manager = namedAccounts.includes(member.username) ? managers[0] : random.pick(ofBrand);
    psychics.push({ ...member, id: await insertMember(options, member, manager?.id) });
  }
  return { managers, psychics };
}

/**
 * Gives each psychic who takes or took readings a unique rank. Those who left get no top rank;
 * otherwise the demo's revenue would fall when they leave.
 */
function rank(members: Member[], random: Random): void {
  const working = members.filter(({ status }) => status !== "Pending" && status !== "Screened");
  const used = new Set(working.map((member) => member.rank));
  const places = working.map((_, place) => place);
  const free = random.shuffle(places.filter((place) => !used.has(place)));
  // Those who left get their ranks first, because they cannot have every rank.
  for (const member of working.toSorted((a, b) => Number(b.left) - Number(a.left))) {
    if (member.rank !== null) continue;
    const fits = free.findIndex((place) => member.left === null || place >= 20);
    member.rank = free.splice(fits, 1)[0] ?? null;
  }
}

async function insertManager(
  { sql, hashes, now }: PeopleOptions,
  manager: DemoManager,
): Promise<number> {
  const { phone, place, ...columns } = manager;
  const { id } = await makeManager(sql, {
    ...columns,
    password_hash: hashes.managers,
    address1: "400 Harbor Road",
    postal_code: place.postalCode,
    city: place.city,
    region: place.region,
    country: place.country,
    created_at: new Date(now.getTime() - 1800 * dayMs),
  });
  const row = phoneRow({ user_id: id, phone_number: phone, type: 2, time_zone_id: place.timeZone });
  await sql("phones").insert(row);
  return id;
}

async function insertMember(
  { sql, vault, random, now, hashes }: PeopleOptions,
  member: Member,
  managerId: number | undefined,
): Promise<number> {
  const { place, status, profile, details } = member;
  const createdAt = new Date(now.getTime() - member.joined * dayMs - random.int(1, 20) * 3_600_000);
  // A manager decides some hours after sign-up. Undecided applications have been
  // pending since sign-up.
  const decidedAt = new Date(createdAt.getTime() + random.int(1, 4) * 3_600_000);
  const editedAt = new Date(now.getTime() - random.int(2, 150) * 3_600_000);
  // The day after the last reading.
  const leftAt = member.left === null ? null : new Date(now.getTime() - (member.left - 1) * dayMs);
  const isApplicant = status === "Pending" || status === "Screened";
  const waitsSinceSignUp = isApplicant && profile === "Pending";

  const psychic = await makePsychic(sql, {
    ...(managerId !== undefined && { manager_id: managerId }),
    account_status: status,
    account_status_since: status === "Pending" ? createdAt : (leftAt ?? decidedAt),
    requires_approval: member.requiresApproval,
    extension: member.extension,
    referral: member.referral,
    referral_known: member.referralKnown,
    permissions: member.permissions,
    auto_email: member.autoEmail,
    contact_method: member.contactMethod,
    profile_status: profile,
    profile_since: waitsSinceSignUp ? createdAt : profile === "Approved" ? decidedAt : editedAt,
    profile_reason: profile === "Rejected" ? random.pick(profileReasons) : null,
    secrets: { vault, ssn: member.ssn, pin: member.pin },
    user: {
      brand: member.brand,
      username: member.username,
      password_hash: hashes.named.get(member.username) ?? hashes.psychics,
      first: member.first,
      last: member.last,
      address1: member.address1,
      address2: member.address2,
      postal_code: place.postalCode,
      city: place.city,
      region: place.region,
      country: place.country,
      email: member.email,
      created_at: createdAt,
    },
  });
  const id = psychic.user_id;

  const approved = waitsSinceSignUp ? null : details;
  const edited =
    profile === "Approved" || waitsSinceSignUp ? details : changedDetails(details, random);
  await makeProfileDetails(sql, id, edited, approved);
  await insertRows(
    sql,
    "phones",
    member.phones.map(({ number, type, timeZone, sms }, index) =>
      phoneRow({
        user_id: id,
        place: index + 1,
        phone_number: number,
        type,
        time_zone_id: timeZone,
        sms,
        pinned: { vault, pin: member.pin },
      }),
    ),
  );
  await insertRows(
    sql,
    "schedule_segments",
    member.week.map((shift, index) => {
      const earlier = member.week.slice(0, index).filter(({ day }) => day === shift.day);
      return segmentRow({ psychic_id: id, number: earlier.length + 1, ...shift });
    }),
  );
  const address = `203.0.113.${random.int(1, 254)}`;
  // Psychics who joined before the agreement's current version accepted it when it was new.
  const agreedAt = new Date(Math.max(createdAt.getTime(), now.getTime() - 10 * dayMs));
  const brand = theExampleBrands.named(member.brand);
  await storeAgreement(sql, id, { brand, address, now: agreedAt });
  return id;
}

/** Pending or rejected details, which differ from the approved ones. */
function changedDetails(details: Member["details"], random: Random): Member["details"] {
  const others = credentials.filter((name) => !details.credentials.includes(name));
  return {
    ...details,
    experience: Math.min(99, details.experience + random.int(1, 3)),
    credentials: [...details.credentials.slice(0, 5), random.pick(others)],
  };
}
