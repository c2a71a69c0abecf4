import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeAvailability } from "#server/features/ingest/availability.ts";
import {
  type AccountStatus,
  type AvailabilityCode,
  accountStatus,
  availabilityCode,
} from "#shared/psychics.ts";
import {
  endsAvailability,
  endsSessions,
  isEditable,
  isShutOut,
  type Permission,
} from "#shared/rules/account.ts";
import { maySetAvailability } from "#shared/rules/availability.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let managerId: number;

beforeAll(async () => {
  portal = await openTestApp();
  const managerAccount = await makeManager(portal.services.db.sql);
  managerId = managerAccount.id;
  manager = await portal.signIn(managerAccount.username, password);
});
afterAll(() => portal.close());

/** The psychic's state as the pure rules predict it. */
interface Model {
  account_status: AccountStatus;
  requires_approval: boolean;
  permissions: Permission[];
  code: AvailabilityCode | null;
  isSignedIn: boolean;
}

/** The same psychic in the portal, and the psychic's browser. */
interface Real {
  id: number;
  username: string;
  ownBrowser: SignedIn;
}

class Step implements fc.AsyncCommand<Model, Real> {
  readonly name: string;
  readonly run: (model: Model, real: Real) => Promise<void>;
  readonly check: (model: Readonly<Model>) => boolean;

  constructor(
    name: string,
    run: (model: Model, real: Real) => Promise<void>,
    check: (model: Readonly<Model>) => boolean = () => true,
  ) {
    this.name = name;
    this.check = check;
    this.run = async (model, real) => {
      await portal.advance(1_000);
      await run(model, real);
      await expectEqual(model, real);
    };
  }

  toString() {
    return this.name;
  }
}

async function expectEqual(model: Model, { id, ownBrowser }: Real): Promise<void> {
  const { sql } = portal.services.db;
  const stored = await sql("psychics as p")
    .leftJoin("availability as a", "a.psychic_id", "p.user_id")
    .where("p.user_id", id)
    .first("p.account_status", "p.requires_approval", "p.permissions", "a.code");
  const { isSignedIn, ...expected } = model;
  expect(stored).toEqual(expected);
  expect((await ownBrowser.get("/api/sessions/0")).status).toBe(isSignedIn ? 200 : 401);
}

const setStatus = fc.constantFrom(...accountStatus.options).map(
  (to) =>
    new Step(`status ${to}`, async (model, { id }) => {
      // Blacklisting needs a confirmation of the last minutes; the walk takes longer than that.
      if (to === "Blacklist") {
        const confirmed = await manager.post("/api/sessions/confirm", { password });
        expect(confirmed.status).toBe(204);
      }
      const answer = await manager.put(`/api/psychics/${id}/acct_status`, { acctStatus: to });
      expect(answer.status).toBe(204);
      if (endsAvailability(model.account_status, to)) model.code = "U";
      if (endsSessions(model.account_status, to)) model.isSignedIn = false;
      model.account_status = to;
    }),
);

const setPermissions = fc.subarray<Permission>(["AgentPhone", "AgentChat"]).map(
  (permissions) =>
    new Step(`permissions ${permissions}`, async (model, { id }) => {
      const body = { permissions: permissions.toReversed().join(",") };
      const answer = await manager.put(`/api/psychics/${id}/permissions`, body);
      expect(answer.status).toBe(isEditable(model) ? 204 : 409);
      if (isEditable(model)) model.permissions = permissions;
    }),
);

const code = fc.constantFrom(...availabilityCode.options);

const setAvailability = fc
  .record({ to: code, by: fc.constantFrom("manager" as const, "psychic" as const) })
  .map(
    ({ to, by }) =>
      new Step(`${by} sets ${to}`, async (model, { id, ownBrowser }) => {
        const browser = by === "manager" ? manager : ownBrowser;
        const { status } = await browser.post(`/api/psychics/${id}/status`, { code: to });
        if (by === "psychic" && !model.isSignedIn) expect(status).toBe(401);
        else if (maySetAvailability(by, model, to)) {
          expect(status).toBe(204);
          model.code = to;
        } else expect(status).toBe(409);
      }),
  );

const setByPlatform = code.map(
  (to) =>
    new Step(`platform sets ${to}`, async (model, { id }) => {
      const client = await portal.services.db.pool.connect();
      const now = portal.services.clock();
      const at = now.toISOString();
      await changeAvailability(client, { user_id: id, code: to, at }, now);
      client.release();
      if (to === "U" || model.account_status === "Active") model.code = to;
    }),
);

const signIn = fc.constant(
  new Step(
    "sign in",
    async (model, real) => {
      real.ownBrowser = await portal.signIn(real.username, password);
      model.isSignedIn = true;
    },
    (model) => !model.isSignedIn && !isShutOut(model.account_status),
  ),
);

test("S10 to S13, D3, D4, D23a: an account follows the rules through any sequence of changes", async () => {
  const initialStates = fc.record({
    account_status: fc.constantFrom<AccountStatus>("Active", "Pending", "Flagged", "Screened"),
    requires_approval: fc.boolean(),
    code: fc.option(code),
  });
  const commands = fc.commands(
    [setStatus, setPermissions, setAvailability, setByPlatform, signIn, setAvailability],
    { maxCommands: 30, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(initialStates, commands, async (initial, steps) => {
      const { sql } = portal.services.db;
      const { code: firstCode, ...columns } = initial;
      const psychic = { ...columns, permissions: [] };
      const { id, username } = await makePsychic(sql, { manager_id: managerId, psychic });
      const at = new Date(portal.services.clock().getTime() - 60_000);
      if (firstCode) await sql("availability").insert({ psychic_id: id, code: firstCode, at });
      const ownBrowser = await portal.signIn(username, password);
      await fc.asyncModelRun(
        () => ({
          model: { ...initial, permissions: [], isSignedIn: true } as Model,
          real: { id, username, ownBrowser },
        }),
        steps,
      );
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
