import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useController } from "react-hook-form";
import { z } from "zod";
import { giftFields } from "../../../shared/gift-fields.ts";
import { type EligibleCustomer, giftEndpoints } from "../../../shared/gifts.ts";
import { giftRules } from "../../../shared/rules/gifts.ts";
import { ApiError } from "../../api/api-error.ts";
import { query } from "../../api/query.ts";
import { save } from "../../api/save.ts";
import { useEditForm } from "../../ui/form/use-edit-form.ts";

const schema = z.object(giftFields);
const empty: z.input<typeof schema> = {
  subject: "",
  body: "",
  minutes: giftRules.minutesAtLeast,
  customers: [],
};

const takenOut =
  "Some of those you chose cannot be sent a gift any more and were taken out. Nothing was sent yet.";

/** Whether somebody who was chosen may not get a gift any more. */
const isAboutSomebody = (error: unknown) =>
  error instanceof ApiError &&
  (error.problem?.errors ?? []).some(({ path }) => path.startsWith("customers."));

/** Those of some ids who may still get a gift; all of them while that is not known. */
function stillEligible(ids: readonly number[], customers: readonly EligibleCustomer[] | undefined) {
  if (!customers) return [...ids];
  const eligible = new Set(customers.map(({ user_id }) => user_id));
  return ids.filter((id) => eligible.has(id));
}

/** A letter with free minutes, and whom it may go to now. */
export function useGiftForm(psychicId: number, onSent: () => void) {
  const params = { id: String(psychicId) };
  const queryClient = useQueryClient();
  const eligible = useQuery(query(giftEndpoints.listEligibleCustomers, { params }));
  const [outdated, setOutdated] = useState(false);

  const form = useEditForm({
    name: "gift",
    schema,
    stored: empty,
    version: null,
    save: async (letter) => {
      setOutdated(false);
      const customers = stillEligible(letter.customers, eligible.data?.customers);
      try {
        return await save(giftEndpoints.sendGifts, { params, body: { ...letter, customers } });
      } catch (error) {
        if (isAboutSomebody(error)) {
          const now = await eligible.refetch();
          field.onChange(stillEligible(customers, now.data?.customers));
          setOutdated(true);
        }
        throw error;
      }
    },
    onSaved: () => {
      for (const { method, path } of [
        giftEndpoints.listEligibleCustomers,
        giftEndpoints.listGifts,
      ]) {
        queryClient.invalidateQueries({ queryKey: [method, path, { params }] });
      }
      onSent();
    },
  });
  const { field } = useController({ name: "customers", control: form.control });
  const { value, onChange } = field;
  const chosen = useMemo(
    () => stillEligible(value, eligible.data?.customers),
    [value, eligible.data],
  );
  const choose = useCallback(
    (ids: number[]) => {
      setOutdated(false);
      onChange(ids);
    },
    [onChange],
  );

  return {
    form,
    eligible,
    recipients: {
      chosen,
      choose,
      focus: field.ref,
      problem: outdated ? takenOut : form.errors.customers?.message,
    },
  };
}
