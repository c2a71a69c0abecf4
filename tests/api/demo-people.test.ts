import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyPassword } from "#server/crypto/passwords.ts";
import {
  columnIn,
  type Demo,
  makeDemo,
  removeDemo,
  rowIn,
  rowsIn,
  today,
} from "./fixtures/demo.ts";

let demo: Demo;

beforeAll(async () => {
  demo = await makeDemo();
});
afterAll(() => removeDemo(demo));

describe("people", () => {
  test("at least 60 psychics, in every account status, most of them Active", async () => {
    const counts = await rowsIn<{ account_status: string; count: number }>(
      demo,
      "select account_status, count(*) from psychics group by 1 order by 1",
    );
    expect(counts.map((found) => found.account_status)).toEqual([
      "Active",
      "Blacklist",
      "Flagged",
      "Inactive",
      "Pending",
      "Screened",
    ]);
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(60);
    expect(counts[0]?.count).toBeGreaterThan(total / 2);
  });

  test("every state of a profile and of a listing", async () => {
    expect(await columnIn(demo, "select distinct profile_status from psychics")).toEqual([
      "Approved",
      "Pending",
      "Rejected",
    ]);
    expect(
      await columnIn(
        demo,
        `select distinct coalesce(states, 'none') from psychics left join (
           select psychic_id, string_agg(status, ' and ' order by status) as states
             from listings group by 1
         ) l on psychic_id = user_id`,
      ),
    ).toEqual([
      "Approved",
      "Approved and Pending",
      "Approved and Rejected",
      "Pending",
      "Rejected",
      "none",
    ]);
  });

  test("a pending or rejected profile differs from the approved version, an approved one does not", async () => {
    const counts = await rowsIn(
      demo,
      `select profile_status, count(*), count(*) filter (
                where (to_jsonb(e) - 'state') = (to_jsonb(a) - 'state')) as equal
         from psychics
         join profile_details e on e.psychic_id = user_id and e.state = 'edited'
         join profile_details a on a.psychic_id = user_id and a.state = 'approved'
        group by 1 order by 1`,
    );
    const [approved, pending, rejected] = counts;
    expect(approved?.equal).toBe(approved?.count);
    expect(pending).toMatchObject({ profile_status: "Pending", equal: 0 });
    expect(rejected).toMatchObject({ profile_status: "Rejected", equal: 0 });
  });

  test("psychics who are not Active have U; of the others some have B, R, O and A", async () => {
    expect(
      await columnIn(
        demo,
        `select distinct code from availability join psychics on user_id = psychic_id
          where account_status <> 'Active'`,
      ),
    ).toEqual(["U"]);
    const codes = await rowsIn<{ code: string; count: number }>(
      demo,
      "select code, count(*) from availability group by 1",
    );
    const count = new Map(codes.map((found) => [found.code, found.count]));
    expect(count.get("B")).toBeGreaterThanOrEqual(3);
    expect(count.get("R")).toBeGreaterThanOrEqual(1);
    expect(count.get("O")).toBeGreaterThanOrEqual(1);
    expect(count.get("A")).toBeGreaterThanOrEqual(1);
  });

  test("every psychic has a preferred phone with a PIN, every manager a phone", async () => {
    expect(
      await rowIn(
        demo,
        `select count(*) filter (where role = 'psychic' and pin_index is null) as unpinned,
                count(*) filter (where role = 'manager') as of_managers,
                count(distinct user_id) = (select count(*) from users) as everybody
           from phones join users u on u.id = user_id where preferred`,
      ),
    ).toEqual({ unpinned: 0, of_managers: 4, everybody: true });
  });

  test("some names have the longest allowed length", async () => {
    expect(
      await rowIn(demo, "select max(length(username)) as u, max(length(last)) as l from users"),
    ).toEqual({
      u: 99,
      l: 50,
    });
  });

  test("phone numbers and addresses belong to no real person", async () => {
    expect(
      await rowsIn(demo, "select phone_number from phones where phone_number !~ '^[0-9]{3}55501'"),
    ).toEqual([]);
    expect(await rowsIn(demo, "select email from users where email !~ '[.]example$'")).toEqual([]);
    for (const { user_id, ssn_sealed } of await rowsIn<{ user_id: number; ssn_sealed: Buffer }>(
      demo,
      "select user_id, ssn_sealed from psychics",
    )) {
      const context = { table: "psychics", column: "ssn_sealed", userId: user_id };
      expect(demo.vault.open(ssn_sealed, context)).toMatch(/^9\d{8}$/);
    }
  });
});

describe("the named accounts", () => {
  interface Account {
    id: number;
    role: string;
    password_hash: string;
    account_status: string;
    requires_approval: boolean;
    permissions: string[];
    pin_sealed: Buffer;
    ssn_index: Buffer;
    phone: string;
  }
  const account = (username: string) =>
    rowIn<Account>(
      demo,
      `select u.id, u.role, u.password_hash, p.account_status, p.requires_approval, p.permissions,
              p.pin_sealed, p.ssn_index, t.phone_number as phone
         from users u left join psychics p on p.user_id = u.id
         join phones t on t.user_id = u.id and t.preferred
        where username = $1`,
      [username],
    );

  test.each(["manager", "luna", "orion", "sage", "raven", "iris"])(
    "%s has its password",
    async (name) => {
      const { password_hash } = await account(name);
      expect(await verifyPassword(password_hash, `${name}-demo`)).toBe(true);
      expect(await verifyPassword(password_hash, "psychic-demo")).toBe(false);
    },
  );

  test("manager is one of several", async () => {
    expect(await account("manager")).toMatchObject({ role: "manager", account_status: null });
    const { count } = await rowIn<{ count: number }>(
      demo,
      "select count(*) from users where role = 'manager'",
    );
    expect(count).toBeGreaterThanOrEqual(3);
  });

  test("orion works on Saturdays and Sundays in turn (S34)", async () => {
    const { id } = await account("orion");
    const weeks = await rowsIn<{ day: number; weeks: string }>(
      demo,
      "select day, weeks from schedule_segments where psychic_id = $1 and weeks is not null order by day",
      [id],
    );
    expect(weeks).toEqual([
      { day: 1, weeks: "A" },
      { day: 7, weeks: "B" },
    ]);
  });

  test("luna works by phone and chat, and has readings, gifts, logins, calls and a schedule", async () => {
    const luna = await account("luna");
    expect(luna).toMatchObject({
      account_status: "Active",
      permissions: ["AgentPhone", "AgentChat"],
    });
    const found = await rowIn(
      demo,
      `select (select count(*) from readings where psychic_id = $1) > 100 as readings,
              (select count(*) from gifts where psychic_id = $1) > 5 as gifts,
              (select count(*) from gifts where psychic_id = $1 and redeemed_at is null) > 0 as waiting,
              (select count(*) from logins where user_id = $1) > 10 as logins,
              (select array_agg(status) from listings where psychic_id = $1) as listing,
              (select count(*) from schedule_segments where psychic_id = $1 and ends < starts) > 0
                as overnight`,
      [luna.id],
    );
    expect(found).toEqual({
      readings: true,
      gifts: true,
      waiting: true,
      logins: true,
      listing: ["Approved"],
      overnight: true,
    });
    const upcoming = await rowsIn<{ status: string }>(
      demo,
      "select distinct status from scheduled_calls where psychic_id = $1 and at > $2 order by 1",
      [luna.id, today],
    );
    expect(upcoming.map(({ status }) => status)).toEqual(["booked", "cancelled", "changed"]);
  });

  test("orion and iris are active; iris's listing was rejected with a reason", async () => {
    expect(await account("orion")).toMatchObject({ account_status: "Active" });
    const iris = await account("iris");
    expect(iris).toMatchObject({ account_status: "Active" });
    const { reason } = await rowIn<{ reason: string }>(
      demo,
      "select reason from listings where psychic_id = $1 and status = 'Rejected'",
      [iris.id],
    );
    expect(reason).toBeTruthy();
  });

  test("sage waits for approval; sage and raven share SSN and phone, but not the PIN", async () => {
    const [sage, raven] = [await account("sage"), await account("raven")];
    expect(sage).toMatchObject({ account_status: "Pending", requires_approval: true });
    expect(raven).toMatchObject({ account_status: "Blacklist", requires_approval: false });
    expect(sage.ssn_index.equals(raven.ssn_index)).toBe(true);
    expect(sage.phone).toBe(raven.phone);
    const pin = ({ id, pin_sealed }: Account) =>
      demo.vault.open(pin_sealed, { table: "psychics", column: "pin_sealed", userId: id });
    expect(pin(sage)).toMatch(/^\d{4}$/);
    expect(pin(sage)).not.toBe(pin(raven));
    // No other accounts share an SSN.
    expect(
      await rowsIn(demo, "select ssn_index from psychics group by 1 having count(*) > 1"),
    ).toHaveLength(1);
  });
});
