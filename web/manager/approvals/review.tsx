import { type ComponentType, useEffect } from "react";
import { Link } from "react-router-dom";
import { Button, IconButton } from "#web/ui/button.tsx";
import { EmptyPanel } from "#web/ui/empty-panel.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { ReviewAccount } from "./review-account.tsx";
import { ReviewListing } from "./review-listing.tsx";
import { ReviewPicture } from "./review-picture.tsx";
import { ReviewProfile } from "./review-profile.tsx";
import type { ReviewProps } from "./review-state.tsx";
import { useShortcut } from "./use-shortcut-keys.ts";
import "./approvals.scss";

const reviews: Record<string, ComponentType<ReviewProps>> = {
  Profile: ReviewProfile,
  Listing: ReviewListing,
  Picture: ReviewPicture,
  Account: ReviewAccount,
};

const headingId = "review-title";

/** Moves the focus to the open approval. */
export function focusReview(): void {
  const heading = document.getElementById(headingId);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "nearest" });
}

interface OpenedReviewProps {
  /** `Listing-12`. */
  opened: string;
  /** The psychic's username, once the list has loaded. */
  name: string | undefined;
  /** Whether the manager opened it, so that the focus follows. */
  takesFocus: boolean;
  /** The address of the list without an open approval. */
  closed: string;
  /** The keys of the approvals before and after it in the list. */
  neighbors: { previous: string | null; next: string | null };
  open: (key: string) => void;
  onDecided: () => void;
}

function Step(props: {
  to: string | null;
  icon: "previous" | "next";
  label: string;
  shortcut: string;
  open: (key: string) => void;
}) {
  const { to, icon, label, open } = props;
  const shortcut = useShortcut(props.shortcut);
  if (to === null) return null;
  return <IconButton icon={icon} label={label} {...shortcut} onClick={() => open(to)} />;
}

interface NoReviewProps {
  /** The key of the list's first approval. */
  first: string | undefined;
  open: (key: string) => void;
}

/** In place of a review while no approval is open. */
export function NoReview({ first, open }: NoReviewProps) {
  const shortcut = useShortcut("J");
  return (
    <section className="panel review is-none" aria-label="Review">
      <EmptyPanel
        title="Choose an approval to review"
        text="What changed appears here, for you to approve or reject."
      >
        {first && (
          <Button {...shortcut} onClick={() => open(first)}>
            Open the First
          </Button>
        )}
      </EmptyPanel>
    </section>
  );
}

/** The changes of the open approval, with the buttons that decide it. */
export function Review(props: OpenedReviewProps) {
  const { opened, name, takesFocus, closed, neighbors, open, onDecided } = props;
  const [type = "", id = ""] = opened.split("-");
  const OneReview = Object.hasOwn(reviews, type) ? reviews[type] : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an approval that opens gets the focus
  useEffect(() => {
    if (takesFocus) focusReview();
  }, [opened]);

  if (!OneReview || !/^\d+$/.test(id)) return null;
  return (
    <section className="panel review" aria-labelledby={headingId}>
      <div className="section-head">
        <h2 className="section-title" id={headingId} tabIndex={-1}>
          {type}
          {name && (
            <>
              {" of "}
              <KnownLink to={`/psychics/${id}`}>{name}</KnownLink>
            </>
          )}
        </h2>
        <div className="review-steps">
          <Step to={neighbors.previous} icon="previous" label="Previous" shortcut="K" open={open} />
          <Step to={neighbors.next} icon="next" label="Next" shortcut="J" open={open} />
          <Link to={closed}>Close</Link>
        </div>
      </div>
      <OneReview key={opened} userId={Number(id)} onDecided={onDecided} />
    </section>
  );
}
