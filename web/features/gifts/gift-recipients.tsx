import { useCallback, useMemo } from "react";
import { useController } from "react-hook-form";
import { RecipientPicker } from "./recipient-picker.tsx";
import { stillEligible } from "./recipients.ts";
import type { useGiftForm } from "./use-gift-form.ts";

const removedWords = (names: string) =>
  `You can no longer send a gift to ${names || "some customers whom you chose"}. They are not selected now. Nothing was sent yet.`;

/** The form's field for recipients, with its error. */
export function GiftRecipients({ gift }: { gift: ReturnType<typeof useGiftForm> }) {
  const { form, eligible, removed, setRemoved } = gift;
  const { field } = useController({ name: "customers", control: form.control });
  const { value, onChange } = field;
  const customers = eligible.data?.customers;
  const chosen = useMemo(() => stillEligible(value, customers), [value, customers]);
  const choose = useCallback(
    (ids: number[]) => {
      setRemoved(undefined);
      onChange(ids);
    },
    [onChange, setRemoved],
  );
  return (
    <RecipientPicker
      customers={customers}
      error={eligible.error}
      onRetry={eligible.refetch}
      chosen={chosen}
      onChoose={choose}
      problem={removed === undefined ? form.errors.customers?.message : removedWords(removed)}
      focus={field.ref}
    />
  );
}
