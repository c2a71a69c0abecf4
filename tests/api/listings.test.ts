import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeListing } from "#seeds/builders/listing.ts";
import { listingEndpoints } from "#shared/listings.ts";
import { afterAction, type ListingAction, type ListingState } from "#shared/rules/listing.ts";
import { makeManager, makePsychic, password } from "../support/people.ts";
import { openTestApp, type SignedIn, type TestApp } from "../support/test-app.ts";

let portal: TestApp;
let manager: SignedIn;
let managerId: number;
let id: number;
let psychic: SignedIn;

beforeAll(async () => {
  portal = await openTestApp({ now: new Date("2026-06-15T12:00:00Z") });
  const account = await makeManager(portal.services.db.sql);
  managerId = account.id;
  manager = await portal.signIn(account.username, password);
});
afterAll(() => portal.close());
beforeEach(async () => {
  const account = await makePsychic(portal.services.db.sql, { manager_id: managerId });
  id = account.id;
  psychic = await portal.signIn(account.username, password);
});

const path = (action = "", of = id) => `/api/psychics/${of}/listings${action && `/${action}`}`;
const good = { sales_pitch: "Clear and kind", body: "One line\nand two", categories: [26, 25] };
const submit = (listing: object = good) => psychic.post(path(), { listing });
const approve = () => manager.post(path("approve"));
const reject = (body?: object) => manager.post(path("reject"), body);
const listings = async () => (await psychic.get(path())).body;
const stored = () =>
  portal.services.db.sql("listings").where({ psychic_id: id }).orderBy("status").select();
const told = () =>
  portal.services.db
    .sql("deliveries")
    .where({ psychic_id: id, type: "listing.approved" })
    .pluck("data");

describe("E26 E37 E39 E40 E41: the life of a listing (S5 to S8, D26)", () => {
  test("is submitted, approved, and stays visible while a new one waits", async () => {
    expect((await psychic.get(path())).body).toEqual({});
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
    expect(await told()).toEqual([{ user_id: id, listing: { sales_pitch, body, categories } }]);

    await submit({ ...good, sales_pitch: "Even kinder" });
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
    expect(await told()).toEqual([]);

    await submit({ ...good, sales_pitch: "Promises nothing" });
    expect(await listings()).toEqual({
      Pending: expect.objectContaining({ sales_pitch: "Promises nothing", reason: null }),
    });
    await reject({ reason: "" });
    expect((await listings()).Rejected.reason).toBeNull();
  });

  test("may be rejected without a body or a reason", async () => {
    for (const body of [undefined, {}, { reason: null }]) {
      await submit();
      expect((await reject(body)).status).toBe(204);
      expect((await listings()).Rejected.reason).toBeNull();
    }
  });

  test("reverting a rejected one falls back to the approved (S8)", async () => {
    await submit();
    await approve();
    await submit({ ...good, sales_pitch: "Worse" });
    await reject();
    expect((await psychic.post(path("delete_rejected"))).status).toBe(204);
    expect(Object.keys(await listings())).toEqual(["Approved"]);
  });

  test("the trail has old and new of each step (safety 16)", async () => {
    await submit();
    await reject({ reason: "no" });
    await submit({ ...good, sales_pitch: "Second" });
    await approve();
    const trail = await portal.services.db
      .sql("audit_trail")
      .where({ subject_id: id })
      .whereLike("action", "%listing%")
      .orderBy("id")
      .select("action", "detail");
    const kept = { ...good, body: "<p>One line</p><p>and two</p>" };
    expect(trail).toEqual([
      { action: "listing submitted", detail: { from: null, to: kept } },
      { action: "listing rejected", detail: { reason: "no" } },
      {
        action: "listing submitted",
        detail: { from: kept, to: { ...kept, sales_pitch: "Second" } },
      },
      {
        action: "listing approved",
        detail: { from: null, to: { ...kept, sales_pitch: "Second" } },
      },
    ]);
  });
});

describe("V27: what a listing holds", () => {
  const bodyOf = async () => (await listings()).Pending.body;

  test("markup is stripped and each line becomes a safe paragraph", async () => {
    await submit({
      ...good,
      sales_pitch: "<b>Kind</b>\nand <i>clear</i>, 5 < 6",
      body: '<h1>Hello</h1><script>alert(1)</script>\r\n\r\nI <3 "tarot" & tea\n<p onclick=x>End</p>',
    });
    expect(await bodyOf()).toBe(
      '<p>Hello</p><p>alert(1)</p><p>I &lt;3 "tarot" &amp; tea</p><p>End</p>',
    );
    expect((await listings()).Pending.sales_pitch).toBe("Kind and clear, 5 < 6");
  });

  test("what was read may be submitted again and is the same", async () => {
    await submit({ ...good, body: "Tom & Jerry\n5 < 6" });
    const body = await bodyOf();
    await approve();
    await submit({ ...good, body });
    expect(await bodyOf()).toBe(body);
  });

  test.each([
    ["a list", [26, 25], [26, 25]],
    ["comma-joined", "26,25, 82", [26, 25, 82]],
    ["94 to 104 as 82, once (D28)", [94, 26, 104, 82, 26], [82, 26]],
    ["eight that fold to five", "94,95,96,97,26,27,28,25", [82, 26, 27, 28, 25]],
  ])("categories: %s", async (_, categories, kept) => {
    expect((await submit({ ...good, categories })).status).toBe(204);
    expect((await listings()).Pending.categories).toEqual(kept);
  });

  test("categories that were kept before the fold are read folded (D28)", async () => {
    await makeListing(portal.services.db.sql, { psychic_id: id, categories: [94, 95, 26, 82] });
    expect((await listings()).Approved.categories).toEqual([82, 26]);
  });

  const pitch = "listing.sales_pitch";
  const text = "listing.body";
  const categories = "listing.categories";
  test.each([
    ["no pitch", { sales_pitch: undefined }, pitch, "Sales Pitch is required"],
    ["an empty pitch", { sales_pitch: "  " }, pitch, "Sales Pitch is required"],
    ["a pitch of markup", { sales_pitch: "<b></b>" }, pitch, "Sales Pitch is required"],
    [
      "a pitch of 501",
      { sales_pitch: "x".repeat(501) },
      pitch,
      "Sales Pitch cannot exceed 500 characters",
    ],
    ["no body", { body: null }, text, "Listing Body is required"],
    ["an empty body", { body: "\n \n" }, text, "Listing Body is required"],
    ["a body of markup", { body: "<p></p><br>" }, text, "Listing Body is required"],
    [
      "a body of 8001",
      { body: "x".repeat(8001) },
      text,
      "Listing Body cannot exceed 8000 characters",
    ],
    ["no category", { categories: [] }, categories, "You must select at least one category"],
    [
      "no categories",
      { categories: undefined },
      categories,
      "You must select at least one category",
    ],
    ["an empty text", { categories: "" }, categories, "You must select at least one category"],
    [
      "six",
      { categories: [26, 27, 28, 25, 31, 13] },
      categories,
      "You can select at most 5 categories",
    ],
    ["an unknown one", { categories: [26, 1] }, categories, "Category is not valid"],
    ["a text that is no list", { categories: "26;25" }, categories, "Category is not valid"],
    ["a name", { categories: ["Tarot"] }, categories, "You must select at least one category"],
    ["an unknown key", { status: "Approved" }, "listing.status", "Unknown field"],
  ])("%s is 422 and keeps nothing", async (_, change, place, message) => {
    const { status, body } = await submit({ ...good, ...change });
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ path: place, message })]);
    expect(await stored()).toEqual([]);
  });

  test("500 and 8000 characters are taken, however long their markup", async () => {
    const listing = { ...good, sales_pitch: "x".repeat(500), body: "&".repeat(8000) };
    expect((await submit(listing)).status).toBe(204);
  });

  test("a reason of 501 is 422", async () => {
    await submit();
    const { status, body } = await reject({ reason: "x".repeat(501) });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      expect.objectContaining({ path: "reason", message: "Reason cannot exceed 500 characters" }),
    ]);
    expect(Object.keys(await listings())).toEqual(["Pending"]);
  });
});

describe("S5 to S8: every action in every state, against the rules", () => {
  const actions: Record<ListingAction, () => PromiseLike<{ status: number }>> = {
    submit: () => submit(),
    approve,
    reject: () => reject(),
    delete_rejected: () => psychic.post(path("delete_rejected")),
  };
  const anyAction = fc.constantFrom(...(Object.keys(actions) as ListingAction[]));

  test("walks of actions end where the rules end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 4, maxLength: 10 }), async (walk) => {
        await portal.services.db.sql("listings").where({ psychic_id: id }).delete();
        let state: ListingState = { approved: false, undecided: null };
        for (const action of walk) {
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

  test("of twins one wins", async () => {
    const statuses = async (requests: PromiseLike<{ status: number }>[]) =>
      (await Promise.all(requests)).map(({ status }) => status).sort();
    expect(await statuses([submit(), submit(), submit()])).toEqual([204, 409, 409]);
    expect(await statuses([approve(), reject(), approve()])).toEqual([204, 409, 409]);
    const { length } = await stored();
    expect(length).toBe(1);
  });

  test("a refused submission leaves what waits as it is", async () => {
    await submit();
    const refused = await submit({ ...good, sales_pitch: "Another" });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe("A listing is pending already");
    expect((await listings()).Pending.sales_pitch).toBe(good.sales_pitch);
  });
});

describe("refusals", () => {
  test("a psychic who does not exist is 404", async () => {
    for (const nobody of [managerId, 2_000_000_000, 99_999_999_999]) {
      expect((await manager.get(path("", nobody))).status).toBe(404);
      expect((await manager.post(path("", nobody), { listing: good })).status).toBe(404);
      for (const action of ["approve", "reject", "delete_rejected"]) {
        expect((await manager.post(path(action, nobody))).status).toBe(404);
      }
    }
  });

  test("an account that may not be edited is 409 for all writes (D4)", async () => {
    await submit();
    await portal.services.db
      .sql("psychics")
      .where({ user_id: id })
      .update({ account_status: "Pending", requires_approval: true });
    for (const request of [submit(), approve(), reject()]) expect((await request).status).toBe(409);
    expect(Object.keys(await listings())).toEqual(["Pending"]);
  });

  test("safety 18: a decision on an older version is 412 with the listings as they are", async () => {
    await submit();
    const { headers } = await manager.get(path());
    await approve();
    const changed = await submit({ ...good, sales_pitch: "Changed meanwhile" });
    const late = await manager.post(path("approve")).set("If-Match", headers.etag ?? "");
    expect(late.status).toBe(412);
    expect(late.headers.etag).toBe(changed.headers.etag);
    expect(late.body.current).toEqual(await listings());
    const now = await manager.post(path("approve")).set("If-Match", changed.headers.etag ?? "");
    expect(now.status).toBe(204);
    const { headers: after } = await psychic.get(path());
    expect(after.etag).toBe(now.headers.etag);
  });

  test("an idempotency key has one effect, and a 409 is kept", async () => {
    const key = randomUUID();
    const send = () => psychic.post(path(), { listing: good }).set("Idempotency-Key", key);
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const other = randomUUID();
    const again = () => psychic.post(path(), { listing: good }).set("Idempotency-Key", other);
    expect((await again()).status).toBe(409);
    await approve();
    expect((await again()).status).toBe(409);
  });
});
