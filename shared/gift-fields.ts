import { z } from "zod";
import { customerId, listOf, text, typedAtMost } from "./fields.ts";
import { giftRules } from "./rules/gifts.ts";
import { linesOf, paragraphsOf } from "./rules/paragraphs.ts";

const { minutesAtLeast, minutesAtMost, subjectAtMost, bodyAtMost, recipientsAtMost } = giftRules;
const missingSubject = "Subject is required";
const missingBody = "Message body is required";
const wrongMinutes = `Minutes must be ${minutesAtLeast} to ${minutesAtMost}`;
const missingRecipient = "You must select at least one recipient";
const longSubject = `Subject cannot exceed ${subjectAtMost} characters`;
const longBody = `Message body cannot exceed ${bodyAtMost} characters`;
const tooManyRecipients = `You can select at most ${recipientsAtMost.toLocaleString("en-US")} recipients`;

/** The fields of a gift; the form uses them too. The body becomes safe markup. */
export const giftFields = {
  subject: text(typedAtMost(subjectAtMost), missingSubject, longSubject)
    .transform((text) => linesOf(text).join(" "))
    .pipe(z.string().min(1, missingSubject).max(subjectAtMost, longSubject)),
  body: text(typedAtMost(bodyAtMost), missingBody, longBody)
    .transform(linesOf)
    .refine((lines) => lines.length > 0, missingBody)
    .refine((lines) => lines.join("\n").length <= bodyAtMost, longBody)
    .transform(paragraphsOf),
  minutes: z
    .int({ error: wrongMinutes })
    .min(minutesAtLeast, wrongMinutes)
    .max(minutesAtMost, wrongMinutes),
  customers: listOf(
    z
      .array(customerId, { error: missingRecipient })
      .min(1, missingRecipient)
      .max(recipientsAtMost, tooManyRecipients),
    recipientsAtMost,
    tooManyRecipients,
  ),
};
