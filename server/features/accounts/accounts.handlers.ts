import type { Handlers } from "#server/http/handler.ts";
import { Refusal } from "#server/http/refusal.ts";
import { sortAndSlice } from "#server/queries/sort-rows.ts";
import type { accountEndpoints } from "#shared/accounts.ts";
import {
  endsAvailability,
  endsSessions,
  type Permission,
  parsePermissions,
} from "#shared/rules/account.ts";
import { requireConfirmed } from "../confirmation/require-confirmed.ts";
import { closeAllLogins } from "../logins/portal-logins.ts";
import { tellPlatform, tellPsychicChanged } from "../platform/tell-platform.ts";
import { findLinked } from "../psychics/linked-accounts.ts";
import { endSubscriptionsOf } from "../push/subscriptions.ts";
import { raiseEpoch, readSettings, writeSettings } from "./account-changes.ts";
import { changeAvailability, writeAvailability } from "./availability.ts";
import { readIdentifyingFacts } from "./identifying-facts.ts";
import { searchPsychics } from "./search.ts";

/** In the order of `parsePermissions`. */
const normalised = (permissions: string) => parsePermissions(permissions)?.join();

export const accountHandlers: Handlers<typeof accountEndpoints> = {
  async setAvailability(call) {
    const { sql, params, body, viewer, clock } = call;
    const { code, from } = body;
    const change = { code, from: from ?? undefined, now: clock() };
    const { before, at } = await changeAvailability(sql, params.id, viewer, change);
    await call.audit("availability changed", params.id, { old: before, new: code });
    await tellPlatform(call, "availability.changed", params.id, { code, at });
    return undefined;
  },

  async setAccountStatus(call) {
    const { sql, params, body, clock } = call;
    const { account_status: before } = await readSettings(sql, params.id);
    const after = body.acctStatus;
    // An outdated page must not undo another manager's decision (C8).
    if (body.from != null && body.from !== before) {
      throw new Refusal("state_forbids", {
        detail: `The account status has changed since this page was loaded: it is ${before} now`,
        current: { acctStatus: before },
      });
    }
    if (after === before) return undefined;
    if (after === "Blacklist") await requireConfirmed(call);
    const now = clock();
    await writeSettings(sql, params.id, { account_status: after, account_status_since: now });
    await call.audit("account status changed", params.id, { old: before, new: after });
    if (endsSessions(before, after)) {
      await raiseEpoch(sql, params.id);
      await closeAllLogins(sql, params.id, now);
      await endSubscriptionsOf(sql, params.id);
    }
    await tellPsychicChanged(call, params.id);
    if (endsAvailability(before, after)) {
      const { before: left, at } = await writeAvailability(sql, params.id, {
        ...{ code: "U", set_by: "portal", at: now },
      });
      // Becoming Active does not change an availability that is already U.
      if (after === "Active" && left === "U") return undefined;
      await call.audit("availability changed", params.id, { old: left, new: "U" });
      await tellPlatform(call, "availability.changed", params.id, { code: "U", at });
    }
    return undefined;
  },

  async setPermissions(call) {
    const { sql, params, body } = call;
    const { permissions: before } = await readSettings(sql, params.id);
    const after = parsePermissions(body.permissions) as Permission[];
    // Two managers must not overwrite each other's changes (C8).
    const present = before.join(",");
    if (body.from != null && parsePermissions(body.from)?.join() !== normalised(present)) {
      throw new Refusal("state_forbids", {
        detail: "The permissions have changed since this page was loaded",
        current: { permissions: present },
      });
    }
    await writeSettings(sql, params.id, { permissions: after });
    await call.audit("permissions changed", params.id, {
      old: present,
      new: after.join(","),
    });
    await tellPsychicChanged(call, params.id);
    return undefined;
  },

  async setAutoEmail(call) {
    const { sql, params, body } = call;
    const { auto_email: before } = await readSettings(sql, params.id);
    const after = body.autoEmail;
    await writeSettings(sql, params.id, { auto_email: after });
    await call.audit("automated emails changed", params.id, { old: before, new: after });
    await tellPsychicChanged(call, params.id);
    return undefined;
  },

  async listLinkedAccounts({ sql, params, query }) {
    const facts = await readIdentifyingFacts(sql, params.id);
    if (!facts) throw new Refusal("not_found");
    const linked = await findLinked(sql, facts, params.id);
    const first = { sort: "user_id", order: "asc", id: "user_id" } as const;
    return { psychics: sortAndSlice(linked, query, first), total: linked.length };
  },

  searchPsychics: ({ sql, params, query }) => searchPsychics(sql, params.term, query),
};
