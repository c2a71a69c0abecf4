import { describe, expect, test } from "vitest";
import { giftEndpoints } from "#shared/gifts.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { listingEndpoints } from "#shared/listings.ts";
import { phoneEndpoints } from "#shared/phones.ts";
import { problemEndpoints } from "#shared/problems.ts";
import { profileEndpoints } from "#shared/profile.ts";
import { scheduleEndpoints } from "#shared/schedule.ts";
import { scheduledCallEndpoints } from "#shared/scheduled-calls.ts";
import type { Edit } from "#web/pwa/outbox/entry.ts";
import { thingEditedBy, thingShownBy } from "#web/pwa/outbox/things/things.ts";

/** Makes an edit as an earlier release queued it, without `about`. A test may add that. */
const editOf = ({ method, path }: EndpointData, body?: unknown, params = {}): Edit => ({
  endpoint: { method, path },
  request: { params: { id: "7", ...params }, body },
});

async function descriptionOf({ endpoint }: Edit) {
  const description = await thingEditedBy(endpoint)?.describe();
  if (!description) throw new Error(`nothing describes ${endpoint.path}`);
  return description;
}

const linesOf = async (edit: Edit, current?: unknown) =>
  (await descriptionOf(edit)).lines(edit.request.body, edit, current);

const draftOf = async (edit: Edit) => {
  const { draft } = await descriptionOf(edit);
  return draft && { form: draft.form, values: draft.values(edit.request.body) };
};

const shownWith = (answer: EndpointData, data: unknown, edit: Edit) =>
  thingShownBy(answer)?.overlay?.show(data, edit.request.body, edit, 0);

describe("a gift", () => {
  const letter = {
    subject: "Free minutes",
    body: "<p>Tea &amp; cards,</p><p>5 &lt; 6</p>",
    minutes: 3,
    customers: [1, 2],
  };
  const edit = editOf(giftEndpoints.sendGifts, letter);

  test("is described as it was typed, and returns to its form like that", async () => {
    const body = "Tea & cards,\n5 < 6";
    expect(await linesOf(edit)).toContainEqual({ label: "Message", mine: body });
    expect(await draftOf(edit)).toEqual({ form: "gift", values: { ...letter, body } });
  });

  test("names its customers (G3)", async () => {
    expect(await linesOf({ ...edit, about: "ada, Bea" })).toContainEqual({
      label: "Customers",
      mine: "2: ada, Bea",
    });
    expect(await linesOf(edit)).toContainEqual({ label: "Customers", mine: "2" });
  });
});

describe("an answer about a call (S28)", () => {
  const at = "2026-06-15T16:00:00Z";
  const body = { answer: "late", late_minutes: 10, at, answered_at: "2026-06-15T15:50:00Z" };
  const edit = editOf(scheduledCallEndpoints.answerCall, body, { call: "12" });
  const call = { id: 12, at, answer: null };
  const moved = { ...call, at: "2026-06-15T17:00:00Z" };

  test("says which call and what was answered", async () => {
    expect(await linesOf(edit)).toEqual([
      { label: "Call", mine: "06/15/2026 12:00 PM ET" },
      { label: "Answer", mine: "Running late, 10 minutes" },
    ]);
  });

  test("shows in the list of calls, unless the call has moved", () => {
    const shown = (one: object) =>
      shownWith(scheduledCallEndpoints.listScheduledCalls, { scheduled_calls: [one] }, edit);
    const answer = { answer: "late", late_minutes: 10, answered_at: body.answered_at };
    expect(shown(call)).toEqual({ scheduled_calls: [{ ...call, answer }] });
    expect(shown(moved)).toEqual({ scheduled_calls: [moved] });
  });
});

describe("phone numbers", () => {
  const phone = {
    phone_number: "2125550100",
    preferred: true,
    time_zone_id: 1,
    type: 1,
    sms: true,
  };
  const data = {
    phones: [
      { ...phone, id: 4, country_code: 1 },
      { ...phone, id: 5, country_code: 1, phone_number: "2125550199", preferred: false },
    ],
    total: 2,
  };
  const removal = editOf(phoneEndpoints.savePhone, { phone: { id: 4, delete: true } });

  test("a removal names its number (G3)", async () => {
    expect(await linesOf({ ...removal, about: "212-555-0100" })).toEqual([
      { label: "Remove", mine: "212-555-0100" },
    ]);
    expect(await linesOf(removal)).toEqual([{ label: "Remove", mine: "A number" }]);
    expect(await draftOf(removal)).toBeUndefined();
  });

  test("a removed number is not shown, a preferred one is marked, a changed one has its new values", () => {
    const answer = phoneEndpoints.listPhones;
    expect(shownWith(answer, data, removal)).toMatchObject({ phones: [{ id: 5 }], total: 1 });
    const preferred = editOf(phoneEndpoints.preferPhone, undefined, { phoneId: "5" });
    expect(shownWith(answer, data, preferred)).toMatchObject({
      phones: [
        { id: 4, preferred: false },
        { id: 5, preferred: true },
      ],
    });
    const change = editOf(phoneEndpoints.savePhone, { phone: { id: 5, sms: false } });
    expect(shownWith(answer, data, change)).toMatchObject({
      phones: [{ sms: true }, { sms: false, phone_number: "2125550199" }],
    });
  });

  test("an edit that changes the preferred number has no body, so its number comes from the list of numbers", async () => {
    const edit = editOf(phoneEndpoints.preferPhone, undefined, { phoneId: "5" });
    expect(await linesOf(edit, data)).toEqual([
      { label: "Preferred number", mine: "212-555-0199", theirs: "212-555-0100, 212-555-0199" },
    ]);
  });
});

describe("a schedule", () => {
  const schedule = [{ day: 2, status: "A", from: "09:00", to: "11:00" }];
  const edit = editOf(scheduleEndpoints.updateSchedule, { schedule });

  test("replaces the server's schedule", () => {
    const data = { schedule: [], total: 0 };
    expect(shownWith(scheduleEndpoints.getSchedule, data, edit)).toEqual({
      schedule: [{ ...schedule[0], number: 1 }],
      total: 1,
    });
  });

  test("is described by all days, or in a conflict by the days that differ", async () => {
    const lines = await linesOf(edit);
    expect(lines).toHaveLength(7);
    const mine = "9:00 AM – 11:00 AM Available";
    expect(lines).toContainEqual({ label: "Monday", mine });
    expect(await linesOf(edit, { schedule: [], total: 0 })).toEqual([
      { label: "Monday", mine, theirs: "" },
    ]);
    expect(await draftOf(edit)).toEqual({ form: "schedule", values: { schedule } });
  });

  test("whose previous week is known is described by the days that it changes", async () => {
    const before = [
      { day: 2, status: "A", from: "13:00", to: "15:00" },
      { day: 3, status: "A", from: "13:00", to: "15:00" },
    ];
    expect(await linesOf({ ...edit, about: JSON.stringify(before) })).toEqual([
      {
        label: "Monday",
        mine: "9:00 AM – 11:00 AM Available\nBefore: 1:00 PM – 3:00 PM Available",
      },
      { label: "Tuesday", mine: "Unavailable\nBefore: 1:00 PM – 3:00 PM Available" },
    ]);
  });
});

describe("a listing", () => {
  const values = { sales_pitch: "Sees it", body: "One\nTwo", categories: [1] };
  const edit = editOf(listingEndpoints.submitListing, { listing: values });

  test("is shown as pending and replaces a rejected one", () => {
    const data = { Approved: { sales_pitch: "old" }, Rejected: { reason: "no" } };
    expect(shownWith(listingEndpoints.listListings, data, edit)).toEqual({
      Approved: { sales_pitch: "old" },
      Pending: {
        ...values,
        body: "<p>One</p><p>Two</p>",
        status: "Pending",
        updated_at: "1970-01-01T00:00:00.000Z",
        reason: null,
      },
    });
  });

  test("is compared with the server's newest listing", async () => {
    const theirs = { ...values, sales_pitch: "Hears it", status: "Pending" };
    expect(await linesOf(edit, { Pending: theirs })).toEqual([
      { label: "Sales Pitch", mine: "Sees it", theirs: "Hears it" },
    ]);
    expect(await draftOf(edit)).toEqual({ form: "listing", values });
  });
});

describe("a profile", () => {
  const edit = editOf(profileEndpoints.updateProfile, { profile: { city: "Troy" } });

  test("is described by all changed fields, even those with the value that new profiles have", async () => {
    const profile = { contact_method: "P", gender: "F", languages: [], address2: "" };
    expect(await linesOf(editOf(profileEndpoints.updateProfile, { profile }))).toEqual([
      { label: "Address 2", mine: "" },
      { label: "Preferred Contact Method", mine: "Phone" },
      { label: "Gender", mine: "Female" },
      { label: "Other Languages", mine: "" },
    ]);
  });

  test("is shown with the changed fields, and as pending", () => {
    const data = { city: "Rome", region: "NY", profile_status: "Approved" };
    for (const answer of [profileEndpoints.getProfile, profileEndpoints.getOwnProfile]) {
      expect(shownWith(answer, data, edit)).toEqual({
        city: "Troy",
        region: "NY",
        profile_status: "Pending",
      });
    }
  });

  test("is described by the changed fields only", async () => {
    expect(await linesOf(edit)).toEqual([{ label: "City", mine: "Troy" }]);
    expect(await draftOf(edit)).toEqual({ form: "profile", values: { city: "Troy" } });
  });

  test("with a PIN never waits (D39)", () => {
    const thing = thingEditedBy(profileEndpoints.updateOwnProfile);
    expect(thing?.isOnlineOnly?.({ profile: { pin: "4711" } })).toBe(true);
    expect(thing?.isOnlineOnly?.({ profile: { city: "Troy" } })).toBe(false);
  });
});

test("a problem report returns to its form", async () => {
  const body = { category: "Other", details: "The line went dead" };
  const edit = editOf(problemEndpoints.reportProblem, body);
  expect(await linesOf(edit)).toEqual([
    { label: "Category", mine: "Other" },
    { label: "Details", mine: "The line went dead" },
  ]);
  expect(await draftOf(edit)).toEqual({ form: "problem", values: body });
});
