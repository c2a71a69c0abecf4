import { z } from "zod";
import { customerId } from "./fields.ts";
import { giftRules } from "./rules/gifts.ts";
import { linesOf, paragraphsOf } from "./rules/paragraphs.ts";

const { minutesAtLeast, minutesAtMost, subjectAtMost, bodyAtMost, recipientsAtMost } = giftRules;
const missingSubject = "Subject is required";
const missingBody = "Message body is required";
const wrongMinutes = `Minutes must be ${minutesAtLeast} to ${minutesAtMost}`;
const missingRecipient = "You must select at least one recipient";

/** What a gift is sent with; a form checks by these too. The body becomes safe markup. */
export const giftFields = {
  subject: z
    .string({ error: missingSubject })
    .transform((text) => linesOf(text).join(" "))
    .pipe(
      z
        .string()
        .min(1, missingSubject)
        .max(subjectAtMost, `Subject cannot exceed ${subjectAtMost} characters`),
    ),
  body: z
    .string({ error: missingBody })
    .transform(linesOf)
    .refine((lines) => lines.length > 0, missingBody)
    .refine(
      (lines) => lines.join("\n").length <= bodyAtMost,
      `Message body cannot exceed ${bodyAtMost} characters`,
    )
    .transform(paragraphsOf),
  minutes: z
    .int({ error: wrongMinutes })
    .min(minutesAtLeast, wrongMinutes)
    .max(minutesAtMost, wrongMinutes),
  customers: z
    .array(customerId, { error: missingRecipient })
    .min(1, missingRecipient)
    .max(
      recipientsAtMost,
      `You can select at most ${recipientsAtMost.toLocaleString("en-US")} recipients`,
    ),
};
