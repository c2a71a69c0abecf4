import { type Handlers, Reply } from "#server/http/handler.ts";
import { requirePsychic } from "#server/http/lock-psychic.ts";
import { Refusal } from "#server/http/refusal.ts";
import { readVersion } from "#server/http/versions.ts";
import type { listingEndpoints } from "#shared/listings.ts";
import { dropRejection, notifyDecision } from "../notifications/create-notification.ts";
import { tellPlatform } from "../platform/tell-platform.ts";
import {
  approveListing,
  readListings,
  rejectListing,
  removeRejected,
  submitListing,
} from "./listings.ts";

const nonePending = () => new Refusal("state_forbids", { detail: "No listing is pending" });

export const listingHandlers: Handlers<typeof listingEndpoints> = {
  async listListings({ sql, params, clock }) {
    await requirePsychic(sql, params.id);
    const version = await readVersion(sql, "listings", params.id, clock());
    return new Reply(await readListings(sql, params.id), version);
  },

  async submitListing(call) {
    const { sql, params, body, clock } = call;
    const from = await submitListing(sql, params.id, body.listing, clock());
    if (from === undefined) {
      throw new Refusal("state_forbids", { detail: "A listing is pending already" });
    }
    await dropRejection(call, params.id, "listing");
    await call.audit("listing submitted", params.id, { from, to: body.listing });
    return undefined;
  },

  async approveListing(call) {
    const { sql, params, clock } = call;
    const approved = await approveListing(sql, params.id, clock());
    if (!approved) throw nonePending();
    await call.audit("listing approved", params.id, approved);
    await tellPlatform(call, "listing.approved", params.id, { listing: approved.to });
    await notifyDecision(call, params.id, "listing", "Approved");
    return undefined;
  },

  async rejectListing(call) {
    const { sql, params, body, clock } = call;
    const reason = body?.reason || null;
    if (!(await rejectListing(sql, params.id, reason, clock()))) throw nonePending();
    await call.audit("listing rejected", params.id, { reason });
    await notifyDecision(call, params.id, "listing", "Rejected");
    return undefined;
  },

  async removeRejectedListing(call) {
    const { sql, params } = call;
    const from = await removeRejected(sql, params.id);
    if (!from) throw new Refusal("state_forbids", { detail: "No listing is rejected" });
    await dropRejection(call, params.id, "listing");
    await call.audit("rejected listing removed", params.id, { from });
    return undefined;
  },
};
