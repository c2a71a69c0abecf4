import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { z } from "zod";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { listingFields } from "#shared/listing-fields.ts";
import { listingEndpoints } from "#shared/listings.ts";
import {
  editorOf,
  type ListingEditor,
  listingBodyAtMost,
  salesPitchAtMost,
} from "#shared/rules/listing.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { TextAreaField } from "#web/ui/form/input-field.tsx";
import { tellSaved } from "#web/ui/form/tell-saved.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { refreshPsychicLists } from "../psychics/refresh-psychic-lists.ts";
import { CategoryField } from "./category-field.tsx";
import { type ListingValues, listingDifferences, lockedBy, valuesOf } from "./listing-values.ts";

const schema = z.object(listingFields);
type Listings = ResponseOf<typeof listingEndpoints.listListings>;

interface ListingFormProps {
  id: number;
  editor: ListingEditor<ListingValues>;
  version: string | null;
  viewer: "manager" | "psychic";
  readOnly: boolean;
  /** Called by Reset of an approved listing. It empties the form; the live listing stays (S9, D27). */
  onEmpty: () => void;
  onSubmitted: () => void;
  /** The buttons that approve or reject. */
  buttons?: ReactNode;
  /** Renders what is beside the form, from the typed values and whether the form is locked. */
  beside: (typed: ListingValues, isLocked: boolean) => ReactNode;
  /** Shown above the fields. */
  children: ReactNode;
}

/** The fields of a listing, with Submit and Reset. Both ask first. */
export function ListingForm(props: ListingFormProps) {
  const { id, editor, version, viewer } = props;
  const queries = useQueryClient();
  const online = useOnline();
  const alert = useRef<HTMLParagraphElement>(null);
  const [asking, setAsking] = useState<"submit" | "reset">();
  const [wasInvalid, setWasInvalid] = useState(false);
  /** In a conflict: why my version cannot be submitted, if so. */
  const [locked, setLocked] = useState<string>();
  const request = { params: { id: String(id) } };
  const form = useEditForm({
    name: "listing",
    schema,
    prefix: "listing.",
    stored: valuesOf(editor.listing),
    version,
    save: (listing, baseVersion) =>
      save(listingEndpoints.submitListing, { ...request, body: { listing } }, baseVersion),
    onSaved: (isWaiting) => {
      tellSaved(isWaiting, "Listing Submitted", "Your listing was submitted for Approval.");
      void queries.invalidateQueries(query(listingEndpoints.listListings, request));
      void refreshPsychicLists(queries);
      props.onSubmitted();
    },
    fromCurrent: (current: Listings) => {
      setLocked(lockedBy(current));
      return valuesOf(editorOf(current, viewer).listing);
    },
  });
  const { field } = useController({ name: "categories", control: form.control });
  const { errors, conflict } = form;
  const typed = form.watch();
  // Do not lock unsaved changes if somebody else submits: the save then shows both versions.
  const readOnly = props.readOnly && !form.isDirty;
  const messages = [errors.categories, errors.sales_pitch, errors.body].flatMap(
    (error) => error?.message ?? [],
  );

  const ask = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault();
    const isValid = await form.trigger();
    setWasInvalid(!isValid);
    if (isValid) return setAsking("submit");
    window.scrollTo({ top: 0 });
    alert.current?.focus({ preventScroll: true });
  };
  const reset = () => {
    form.giveUp();
    setAsking(undefined);
    setWasInvalid(false);
    if (editor.status === "Approved") props.onEmpty();
  };

  return (
    <>
      <section className="form-card" aria-label="Listing">
        {props.children}
        <p ref={alert} className="help is-danger" role="alert" tabIndex={-1}>
          {wasInvalid && messages.length > 0 && `Not submitted. ${messages.join(". ")}.`}
        </p>
        <EditForm
          form={{ ...form, submit: ask }}
          submitLabel="Submit for Approval"
          readOnly={readOnly}
          locked={locked}
          differences={conflict ? listingDifferences(form.getValues(), conflict.theirs) : []}
          buttons={
            <>
              {!readOnly && <Button onClick={() => setAsking("reset")}>Reset</Button>}
              {readOnly && props.buttons}
            </>
          }
        >
          <CategoryField
            chosen={field.value}
            error={errors.categories?.message}
            onChange={field.onChange}
          />
          <TextAreaField
            label="Sales Pitch"
            hint="A short text that customers see in the list of psychics."
            rows={2}
            length={{ now: typed.sales_pitch.length, atMost: salesPitchAtMost }}
            registration={form.register("sales_pitch")}
            error={errors.sales_pitch?.message}
          />
          <TextAreaField
            label="Bio Text"
            hint="Each line becomes a paragraph. HTML tags are removed."
            rows={12}
            length={{ now: typed.body.length, atMost: listingBodyAtMost }}
            registration={form.register("body")}
            error={errors.body?.message}
          />
        </EditForm>
        {asking === "submit" && (
          <ConfirmModal
            busy={form.busy}
            onYes={async () => {
              await form.submit();
              setAsking(undefined);
            }}
            onNo={() => setAsking(undefined)}
          >
            <p>
              {!online && viewer === "psychic" && "It is sent when you are online. "}A manager
              reviews the listing. You cannot change it until it is approved or rejected.
            </p>
          </ConfirmModal>
        )}
        {asking === "reset" && (
          <ConfirmModal isLoss onYes={reset} onNo={() => setAsking(undefined)}>
            <p>
              {editor.status === "Approved"
                ? "This empties the form for a new listing. Customers still see the approved one."
                : "This discards your changes."}
            </p>
          </ConfirmModal>
        )}
      </section>
      {props.beside(typed, readOnly)}
    </>
  );
}
