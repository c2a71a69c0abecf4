import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { giftFields } from "#shared/gift-fields.ts";
import { giftEndpoints } from "#shared/gifts.ts";
import { giftRules } from "#shared/rules/gifts.ts";
import { ApiError } from "#web/api/api-error.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { tellSaved } from "#web/ui/form/tell-saved.ts";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { stillEligible, writtenNames } from "./recipients.ts";

const schema = z.object(giftFields);
export type GiftValues = z.input<typeof schema>;

const empty: GiftValues = {
  subject: "",
  body: "",
  minutes: giftRules.minutesAtLeast,
  customers: [],
};

/** Whether a chosen customer may no longer get a gift. */
const refusesRecipient = (error: unknown) =>
  error instanceof ApiError &&
  (error.problem?.errors ?? []).some(({ path }) => path.startsWith("customers."));

/** The form of a message with free minutes, and the customers who may get it now. */
export function useGiftForm(psychicId: number, sentPath: string) {
  const params = { id: String(psychicId) };
  const queryClient = useQueryClient();
  const eligible = useQuery(query(giftEndpoints.listEligibleCustomers, { params }));
  /**
   * The names of customers who were removed from the choice because they may no longer get a gift;
   * empty if they are unknown, undefined if there are none.
   */
  const [removed, setRemoved] = useState<string>();

  const form = useEditForm({
    name: "gift",
    schema,
    stored: empty,
    version: null,
    save: async (gift): Promise<unknown> => {
      setRemoved(undefined);
      const known = eligible.data?.customers;
      const customers = stillEligible(gift.customers, known);
      try {
        return await save(
          giftEndpoints.sendGifts,
          { params, body: { ...gift, customers } },
          undefined,
          writtenNames(customers, known ?? []),
        );
      } catch (error) {
        if (refusesRecipient(error)) {
          const now = await eligible.refetch();
          const left = stillEligible(customers, now.data?.customers);
          form.setValue("customers", left);
          const gone = customers.filter((id) => !left.includes(id));
          setRemoved(writtenNames(gone, known ?? [], 3));
        }
        throw error;
      }
    },
    onSaved: (isWaiting) => {
      const { listEligibleCustomers, listGifts } = giftEndpoints;
      for (const { method, path } of [listEligibleCustomers, listGifts]) {
        void queryClient.invalidateQueries({ queryKey: [method, path, { params }] });
      }
      tellSaved(isWaiting, "Gifts Sent", "Your gifts are being processed now.");
    },
    next: sentPath,
  });
  const [recipients, setRecipients] = useState<readonly number[]>();
  return {
    form,
    eligible,
    removed,
    setRemoved,
    /** The recipients to confirm; undefined before the question. */
    recipients,
    /** Their names; if there are many, only the first few. */
    names: writtenNames(recipients ?? [], eligible.data?.customers ?? [], 5),
    askToSend: form.methods.handleSubmit(({ customers }) =>
      setRecipients(stillEligible(customers, eligible.data?.customers)),
    ),
    closeQuestion: () => setRecipients(undefined),
  };
}
