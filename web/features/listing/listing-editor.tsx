import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Listing, listingEndpoints } from "#shared/listings.ts";
import { type ListingEditor as Editor, editorOf } from "#shared/rules/listing.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { versionedQuery } from "#web/api/versioned-query.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Segment } from "#web/ui/segment.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { StatusTag } from "#web/ui/status-tag.tsx";
import type { SeenPsychic } from "./customer-card.tsx";
import { ListingForm } from "./listing-form.tsx";
import { ListingPreview } from "./listing-preview.tsx";
import { LiveListing } from "./live-listing.tsx";
import { RejectedModal } from "./rejected-modal.tsx";
import "./listing.scss";

interface ListingEditorProps {
  /** The psychic's id. */
  id: number;
  /** A psychic is asked about a rejected listing (S4); a manager finds it as a draft (S3). */
  viewer: "manager" | "psychic";
  /** Whether the account may be edited now. */
  editable: boolean;
  /** The reason why this viewer cannot change the listing, although the account may be edited. */
  locked?: string;
  /** If given, a card beside the form shows the listing as this psychic's customers will see it. */
  psychic?: SeenPsychic;
  /** If the listing waits on this phone to be sent: says so, because no manager has it yet. */
  unsent?: ReactNode;
  /** The buttons that approve or reject a pending listing, beside those of the form. */
  decision?: (version: string | null) => ReactNode;
}

/** A small screen shows only one of these views at a time. */
const views = [
  { key: "write", name: "Write" },
  { key: "preview", name: "Preview" },
] as const;

const emptyDraft: Editor<Listing> = {
  status: "Draft",
  listing: null,
  isLocked: false,
  asksAboutRejected: false,
};

/** Messages for an account that cannot be edited (D4). */
const blockedWords = {
  manager: "This account cannot be edited now, so its listing cannot change.",
  psychic:
    "Your account is waiting for approval. You can change the listing once your manager has approved your account. Your manager can tell you more.",
};

const typingNote = "What you type now, once it is approved.";
/** The preview's note while the fields are locked. Only a Pending listing has one. */
const lockedNotes: Partial<Record<Editor<Listing>["status"], string>> = {
  Pending: "This listing, once it is approved.",
};

function noteOf({ status, listing }: Editor<Listing>): string | undefined {
  if (status === "Pending")
    return "This listing is waiting for approval. You cannot change it until a manager has approved or rejected it.";
  if (listing?.status !== "Rejected") return undefined;
  return `This listing was rejected. ${listing.reason ? `Reason: ${listing.reason}` : ""}`.trim();
}

/** A psychic's listing: the version to edit, and beside it the live one if that is another. */
export function ListingEditor(props: ListingEditorProps) {
  const { id, viewer, editable, locked, psychic, unsent, decision } = props;
  const queries = useQueryClient();
  const request = { params: { id: String(id) } };
  const { data, error, refetch } = useQuery(versionedQuery(listingEndpoints.listListings, request));
  const [isEmptied, setEmptied] = useState(false);
  const [view, setView] = useState<"write" | "preview">("write");
  const [answeredAbout, setAnsweredAbout] = useState<string>();

  if (!data) {
    return error ? (
      <FailurePanel
        title="The listing could not be loaded"
        text={sentenceOf(error)}
        onRetry={refetch}
      />
    ) : (
      <div className="panel awaited">
        <Spinner label="Loading the listing" />
      </div>
    );
  }

  const { data: versions, version } = data;
  const found = editorOf(versions, viewer);
  // An emptied form is a draft until there is a newer listing than the approved one.
  const editor = isEmptied && found.status === "Approved" ? emptyDraft : found;
  const isUnsent = unsent !== undefined && editor.status === "Pending";
  const note = isUnsent ? unsent : noteOf(editor);
  const readOnly = editor.isLocked || !editable || locked !== undefined;
  // Asked only if the account can be edited: Revert changes the listing, and Edit opens it for
  // changes.
  const asksAbout = found.asksAboutRejected && editable && !locked ? versions.Rejected : undefined;
  const live = editor.status === "Approved" ? undefined : versions.Approved;
  const shown = view === "write" ? "beside has-preview is-write" : "beside has-preview is-preview";
  return (
    <>
      {psychic && (
        <div className="listing-views">
          <Segment label="Shown" options={views} chosen={view} onChoose={setView} />
        </div>
      )}
      <div className={psychic ? shown : live && "beside"}>
        <ListingForm
          // The key ignores the status, so that an emptied form keeps its text
          // when a newer listing arrives.
          key={isEmptied ? "emptied" : "stored"}
          id={id}
          editor={editor}
          version={version}
          viewer={viewer}
          readOnly={readOnly}
          onEmpty={() => setEmptied(true)}
          onSubmitted={() => setEmptied(false)}
          buttons={editor.isLocked && editable && decision?.(version)}
          beside={(typed, isLocked) =>
            psychic && (
              <ListingPreview
                psychic={psychic}
                typed={typed}
                note={isLocked ? lockedNotes[editor.status] : typingNote}
              />
            )
          }
        >
          <div className="section-head">
            {/* On the psychic's own screen, the page heading already says Listing. */}
            <h2 className={viewer === "psychic" ? "is-sr-only" : "section-title"}>Listing</h2>
            {!isUnsent && <StatusTag status={editor.status} />}
          </div>
          {note && <p className="form-note">{note}</p>}
          {(locked || !editable) && <p className="form-note">{locked ?? blockedWords[viewer]}</p>}
        </ListingForm>
        {live && <LiveListing listing={live} />}
        {asksAbout && asksAbout.updated_at !== answeredAbout && (
          <RejectedModal
            id={id}
            rejected={asksAbout}
            version={version}
            onEdit={() => setAnsweredAbout(asksAbout.updated_at)}
            onReverted={() =>
              queries.invalidateQueries(query(listingEndpoints.listListings, request))
            }
          />
        )}
      </div>
    </>
  );
}
