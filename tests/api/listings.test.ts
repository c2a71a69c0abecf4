import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listingEndpoints } from "#shared/listings.ts";
import { afterAction, type ListingAction, type ListingState } from "#shared/rules/listing.ts";
import { goodListing, setUpListings } from "./fixtures/listings.ts";

const fixture = setUpListings();
const { path, submit, approve, reject, listings, stored } = fixture;

describe("E26 E37 E39 E40 E41: the life of a listing (S5 to S8, D26)", () => {
  test("is submitted, approved, and stays visible while a new one waits", async () => {
    expect((await fixture.psychic.get(path())).body).toEqual({});
    expect((await submit()).status).toBe(204);
    const first = {
      sales_pitch: "Clear and kind",
      body: "<p>One line</p><p>and two</p>",
      categories: [26, 25],
      reason: null,
      updated_at: expect.stringMatching(/^2026-06-15T12:.*Z$/),
    };
    expect(await listings()).toEqual({ Pending: { ...first, status: "Pending" } });

    expect((await approve()).status).toBe(204);
    expect(await listings()).toEqual({ Approved: { ...first, status: "Approved" } });
    const { sales_pitch, body, categories } = first;
    expect(await fixture.deliveries("listing.approved")).toEqual([
      { user_id: fixture.id, listing: { sales_pitch, body, categories } },
    ]);

    await submit({ ...goodListing, sales_pitch: "Even kinder" });
    const both = await listings();
    expect(listingEndpoints.listListings.response.parse(both)).toEqual(both);
    expect(both.Approved.sales_pitch).toBe("Clear and kind");
    expect(both.Pending.sales_pitch).toBe("Even kinder");
    await approve();
    expect((await listings()).Approved.sales_pitch).toBe("Even kinder");
    expect(await stored()).toHaveLength(1);
  });

  test("is rejected with a reason, which its psychic sees, and replaced by the next", async () => {
    await submit();
    expect((await reject({ reason: "  Promises a certain future  " })).status).toBe(204);
    const { Rejected } = await listings();
    expect(Rejected).toMatchObject({ status: "Rejected", reason: "Promises a certain future" });
    expect(await fixture.deliveries("listing.approved")).toEqual([]);

    await submit({ ...goodListing, sales_pitch: "Promises nothing" });
    expect(await listings()).toEqual({
      Pending: expect.objectContaining({ sales_pitch: "Promises nothing", reason: null }),
    });
    await reject({ reason: "" });
    expect((await listings()).Rejected.reason).toBeNull();
  });

  test("may be rejected without a reason, or without a request body", async () => {
    for (const body of [undefined, {}, { reason: null }]) {
      await submit();
      expect((await reject(body)).status).toBe(204);
      expect((await listings()).Rejected.reason).toBeNull();
    }
  });

  test("reverting a rejected one falls back to the approved (S8)", async () => {
    await submit();
    await approve();
    await submit({ ...goodListing, sales_pitch: "Worse" });
    await reject();
    expect((await fixture.psychic.post(path("delete_rejected"))).status).toBe(204);
    expect(Object.keys(await listings())).toEqual(["Approved"]);
  });

  test("the trail has the old and new listing of each step (safety 16)", async () => {
    await submit();
    await reject({ reason: "no" });
    await submit({ ...goodListing, sales_pitch: "Second" });
    await approve();
    const trail = await fixture.portal.services.db
      .sql("audit_trail")
      .where({ subject_id: fixture.id })
      .whereLike("action", "%listing%")
      .orderBy("id")
      .select("action", "detail");
    const storedListing = { ...goodListing, body: "<p>One line</p><p>and two</p>" };
    expect(trail).toEqual([
      { action: "listing submitted", detail: { from: null, to: storedListing } },
      { action: "listing rejected", detail: { reason: "no" } },
      {
        action: "listing submitted",
        detail: { from: storedListing, to: { ...storedListing, sales_pitch: "Second" } },
      },
      {
        action: "listing approved",
        detail: { from: null, to: { ...storedListing, sales_pitch: "Second" } },
      },
    ]);
  });
});

describe("S5 to S8: every action in every state, against the rules", () => {
  const actions: Record<ListingAction, () => PromiseLike<{ status: number }>> = {
    submit: () => submit(),
    approve,
    reject: () => reject(),
    delete_rejected: () => fixture.psychic.post(path("delete_rejected")),
  };
  const anyAction = fc.constantFrom(...(Object.keys(actions) as ListingAction[]));

  test("after any sequence of actions the listings match the rules", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 4, maxLength: 10 }), async (sequence) => {
        await fixture.portal.services.db.sql("listings").where({ psychic_id: fixture.id }).delete();
        let state: ListingState = { approved: false, undecided: null };
        for (const action of sequence) {
          const next = afterAction(state, action);
          expect((await actions[action]()).status).toBe(next ? 204 : 409);
          state = next ?? state;
          const expected = [
            ...(state.approved ? ["Approved"] : []),
            ...(state.undecided ? [state.undecided] : []),
          ];
          expect(Object.keys(await listings()).sort()).toEqual(expected);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("three actions at the same time: one succeeds", async () => {
    const statuses = async (requests: PromiseLike<{ status: number }>[]) =>
      (await Promise.all(requests)).map(({ status }) => status).sort();
    expect(await statuses([submit(), submit(), submit()])).toEqual([204, 409, 409]);
    expect(await statuses([approve(), reject(), approve()])).toEqual([204, 409, 409]);
    const { length } = await stored();
    expect(length).toBe(1);
  });

  test("a refused submission leaves the pending listing as it is", async () => {
    await submit();
    const refused = await submit({ ...goodListing, sales_pitch: "Another" });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe("A listing is pending already");
    expect((await listings()).Pending.sales_pitch).toBe(goodListing.sales_pitch);
  });
});

describe("refusals", () => {
  test("a psychic who does not exist is 404", async () => {
    for (const nobody of [fixture.managerId, 2_000_000_000, 99_999_999_999]) {
      expect((await fixture.manager.get(path("", nobody))).status).toBe(404);
      expect((await fixture.manager.post(path("", nobody), { listing: goodListing })).status).toBe(
        404,
      );
      for (const action of ["approve", "reject", "delete_rejected"]) {
        expect((await fixture.manager.post(path(action, nobody))).status).toBe(404);
      }
    }
  });

  test("an account that may not be edited is 409 for all writes (D4)", async () => {
    await submit();
    await fixture.portal.services.db
      .sql("psychics")
      .where({ user_id: fixture.id })
      .update({ account_status: "Pending", requires_approval: true });
    for (const request of [submit(), approve(), reject()]) expect((await request).status).toBe(409);
    expect(Object.keys(await listings())).toEqual(["Pending"]);
  });

  test("safety 18: a decision on an older version is 412 with the current listings", async () => {
    await submit();
    const { headers } = await fixture.manager.get(path());
    await approve();
    const changed = await submit({ ...goodListing, sales_pitch: "Changed meanwhile" });
    const late = await fixture.manager.post(path("approve")).set("If-Match", headers.etag ?? "");
    expect(late.status).toBe(412);
    expect(late.headers.etag).toBe(changed.headers.etag);
    expect(late.body.current).toEqual(await listings());
    const now = await fixture.manager
      .post(path("approve"))
      .set("If-Match", changed.headers.etag ?? "");
    expect(now.status).toBe(204);
    const { headers: after } = await fixture.psychic.get(path());
    expect(after.etag).toBe(now.headers.etag);
  });

  test("an idempotency key has one effect, and repeats its 409", async () => {
    const key = randomUUID();
    const send = () =>
      fixture.psychic.post(path(), { listing: goodListing }).set("Idempotency-Key", key);
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const other = randomUUID();
    const again = () =>
      fixture.psychic.post(path(), { listing: goodListing }).set("Idempotency-Key", other);
    expect((await again()).status).toBe(409);
    await approve();
    expect((await again()).status).toBe(409);
  });
});
