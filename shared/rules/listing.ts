import { foldCategories } from "../reference/categories.ts";

export const categoriesAtMost = 5;
export const salesPitchAtMost = 500;
export const listingBodyAtMost = 8000;

/** A stored listing's categories as we send them: old ones merged, at most five (D28). */
export const readCategories = (ids: readonly number[]) =>
  foldCategories(ids).slice(0, categoriesAtMost);

export type ListingStatus = "Pending" | "Approved" | "Rejected";

/** Which versions a psychic has; a Pending and a Rejected one never coexist (D26). */
export interface ListingState {
  approved: boolean;
  undecided: "Pending" | "Rejected" | null;
}

export type ListingAction = "submit" | "approve" | "reject" | "delete_rejected";

/** The state after an action; null if the state forbids it. */
export function afterAction(state: ListingState, action: ListingAction): ListingState | null {
  const isPending = state.undecided === "Pending";
  switch (action) {
    case "submit":
      return isPending ? null : { ...state, undecided: "Pending" };
    case "approve":
      return isPending ? { approved: true, undecided: null } : null;
    case "reject":
      return isPending ? { ...state, undecided: "Rejected" } : null;
    case "delete_rejected":
      return state.undecided === "Rejected" ? { ...state, undecided: null } : null;
  }
}

/** The initial state of the editor. */
export interface ListingEditor<Listing> {
  /** The status tag. */
  status: "Draft" | "Pending" | "Approved";
  /** The content of the fields; null if they are empty. */
  listing: Listing | null;
  /** A pending listing cannot be changed. */
  isLocked: boolean;
  /** Asks a psychic first: revert the rejected listing, or edit it. */
  asksAboutRejected: boolean;
}

/** Shows the rejected version, otherwise the pending, otherwise the approved one (S3, S4). */
export function editorOf<Listing>(
  versions: Partial<Record<ListingStatus, Listing | undefined>>,
  viewer: "manager" | "psychic",
): ListingEditor<Listing> {
  const { Rejected: rejected, Pending: pending, Approved: approved } = versions;
  const isAsked = rejected !== undefined && viewer === "psychic";
  const editor = { isLocked: false, asksAboutRejected: isAsked };
  if (rejected) return { ...editor, status: "Draft", listing: rejected };
  if (pending) return { ...editor, status: "Pending", listing: pending, isLocked: true };
  if (approved) return { ...editor, status: "Approved", listing: approved };
  return { ...editor, status: "Draft", listing: null };
}
