import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { categories, foldCategories, isCategory } from "#shared/reference/categories.ts";
import {
  afterAction,
  editorOf,
  type ListingAction,
  type ListingState,
  readCategories,
} from "#shared/rules/listing.ts";

describe("T7 D28 K5: categories", () => {
  test("are eleven, each with a name", () => {
    expect(categories.map(({ id }) => id)).toEqual([26, 27, 28, 25, 31, 13, 30, 29, 32, 128, 82]);
    expect(new Set(categories.map(({ name }) => name)).size).toBe(11);
  });

  test("94 to 104 become 82, then duplicates are removed, then at most five are read", () => {
    expect(foldCategories([94, 26, 104, 82, 26, 99])).toEqual([82, 26]);
    expect(foldCategories([93, 105])).toEqual([93, 105]);
    expect(readCategories([94, 95, 96, 26, 27, 28, 25, 31])).toEqual([82, 26, 27, 28, 25]);
  });

  test("folding a second time changes nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 130 })), (ids) => {
        const folded = foldCategories(ids);
        expect(foldCategories(folded)).toEqual(folded);
        expect(new Set(folded).size).toBe(folded.length);
        expect(folded.some((id) => id >= 94 && id <= 104)).toBe(false);
      }),
    );
    expect(isCategory(94)).toBe(false);
  });
});

describe("S5 to S8 T6: each action in each state", () => {
  const states: ListingState[] = [true, false].flatMap((approved) =>
    ([null, "Pending", "Rejected"] as const).map((undecided) => ({ approved, undecided })),
  );
  const table: Record<ListingAction, (state: ListingState) => ListingState | null> = {
    submit: ({ approved, undecided }) =>
      undecided === "Pending" ? null : { approved, undecided: "Pending" },
    approve: ({ undecided }) =>
      undecided === "Pending" ? { approved: true, undecided: null } : null,
    reject: ({ approved, undecided }) =>
      undecided === "Pending" ? { approved, undecided: "Rejected" } : null,
    delete_rejected: ({ approved, undecided }) =>
      undecided === "Rejected" ? { approved, undecided: null } : null,
  };
  const cells = states.flatMap((state) =>
    Object.keys(table).map((action) => [state, action as ListingAction] as const),
  );

  test.each(cells)("%j and %s", (state, action) => {
    expect(afterAction(state, action)).toEqual(table[action](state));
  });

  test("an approved listing stays visible after any action (S5)", () => {
    for (const [state, action] of cells) {
      const next = afterAction(state, action);
      if (state.approved && next) expect(next.approved).toBe(true);
    }
  });
});

describe("S3 S4: an editor's listing when it opens", () => {
  const [live, waiting, refused] = [{ of: "live" }, { of: "waiting" }, { of: "refused" }];

  test.each([
    ["a rejected one", { Rejected: refused, Approved: live }, "Draft", refused, false],
    ["a pending one", { Pending: waiting, Approved: live }, "Pending", waiting, true],
    ["only an approved one", { Approved: live }, "Approved", live, false],
    ["none", {}, "Draft", null, false],
  ])("%s", (_, versions, status, listing, isLocked) => {
    const isRejected = "Rejected" in versions;
    const shown = { status, listing, isLocked };
    expect(editorOf(versions, "manager")).toEqual({ ...shown, asksAboutRejected: false });
    expect(editorOf(versions, "psychic")).toEqual({ ...shown, asksAboutRejected: isRejected });
  });

  test("S8: a revert falls back to the approved listing or to an empty draft", () => {
    expect(editorOf({ Approved: live }, "psychic").listing).toBe(live);
    expect(editorOf({}, "psychic")).toMatchObject({ status: "Draft", listing: null });
  });
});
