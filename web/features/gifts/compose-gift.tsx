import { giftRules } from "#shared/rules/gifts.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { ConfirmModal } from "#web/ui/form/confirm-modal.tsx";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { InputField, SelectField, TextAreaField } from "#web/ui/form/input-field.tsx";
import { GiftRecipients } from "./gift-recipients.tsx";
import { useGiftForm } from "./use-gift-form.ts";
import "./gifts.scss";

const { minutesAtLeast, minutesAtMost } = giftRules;
const minuteOptions = Array.from({ length: minutesAtMost - minutesAtLeast + 1 }, (_, place) => {
  const minutes = minutesAtLeast + place;
  return { value: minutes, label: `${minutes} minutes` };
});

interface ComposeGiftProps {
  psychicId: number;
  /** The address of the list of sent gifts. */
  sentPath: string;
}

/** The form of a message with free minutes to customers of a psychic (R31). */
export function ComposeGift({ psychicId, sentPath }: ComposeGiftProps) {
  const gift = useGiftForm(psychicId, sentPath);
  const { form, recipients, closeQuestion } = gift;
  const { errors, register } = form;
  const count = recipients?.length ?? 0;
  return (
    <>
      <EditForm
        form={{ ...form, submit: gift.askToSend }}
        submitLabel="Send Gifts"
        submitLook="primary"
        className="gift-form"
      >
        <div className="gift-composer">
          <div className="form-card">
            <InputField
              label="Subject"
              autoComplete="off"
              registration={register("subject")}
              error={errors.subject?.message}
            />
            <SelectField
              label="Free Minutes"
              options={minuteOptions}
              registration={register("minutes", { valueAsNumber: true })}
              error={errors.minutes?.message}
            />
            <TextAreaField
              label="Message"
              hint="Each line becomes a paragraph. HTML tags are removed."
              rows={9}
              length={{ now: form.watch("body").length, atMost: giftRules.bodyAtMost }}
              registration={register("body")}
              error={errors.body?.message}
            />
          </div>
          <GiftRecipients gift={gift} />
        </div>
      </EditForm>
      {recipients !== undefined && (
        <ConfirmModal
          title="Send these gifts?"
          yes={count === 1 ? "Send 1 Gift" : `Send ${writtenCount(count)} Gifts`}
          no="Cancel"
          onYes={() => {
            closeQuestion();
            void form.submit();
          }}
          onNo={closeQuestion}
        >
          <p>
            {count === 1 ? "1 customer gets " : `Each of ${writtenCount(count)} customers gets `}
            {form.getValues("minutes")} free minutes. A gift that was sent cannot be taken back.
          </p>
          {gift.names && (
            <p>
              To <strong>{gift.names}</strong>
            </p>
          )}
        </ConfirmModal>
      )}
    </>
  );
}
