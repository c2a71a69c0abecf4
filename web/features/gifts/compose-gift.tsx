import { giftRules } from "../../../shared/rules/gifts.ts";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { InputField, SelectField, TextAreaField } from "../../ui/form/input-field.tsx";
import { GiftRecipients } from "./gift-recipients.tsx";
import { useGiftForm } from "./use-gift-form.ts";

const { minutesAtLeast, minutesAtMost } = giftRules;
const minuteOptions = Array.from({ length: minutesAtMost - minutesAtLeast + 1 }, (_, place) => {
  const minutes = minutesAtLeast + place;
  return { value: minutes, label: `${minutes} minutes` };
});

interface ComposeGiftProps {
  psychicId: number;
  /** Where the sent gifts are listed. */
  sentPath: string;
}

/** A letter with free minutes to some of a psychic's customers (R31). */
export function ComposeGift({ psychicId, sentPath }: ComposeGiftProps) {
  const gift = useGiftForm(psychicId, sentPath);
  const { form } = gift;
  const { errors, register } = form;
  return (
    <EditForm form={form} submitLabel="Send Gifts">
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
            hint="Each line becomes a paragraph."
            rows={9}
            registration={register("body")}
            error={errors.body?.message}
          />
        </div>
        <GiftRecipients gift={gift} />
      </div>
    </EditForm>
  );
}
