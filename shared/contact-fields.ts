import { z } from "zod";
import { text, typedAtMost } from "./fields.ts";
import { localPhoneNumber } from "./phone-fields.ts";
import { profileFields, requiredLine } from "./profile-fields.ts";
import { isEmail } from "./rules/email.ts";
import { stripMarkup } from "./rules/paragraphs.ts";

const wrongReferral = "Referral is invalid";

/** The fields of the apply form, with its messages. */
export const contactFields = z.strictObject({
  name: requiredLine(100, "Name is required.", "Name is too long"),
  email: requiredLine(150, "Email is required.", "Email is too long").refine(
    isEmail,
    "Email is invalid",
  ),
  phone: localPhoneNumber,
  method: profileFields.contact_method.nullish(),
  comments: text(typedAtMost(200), "Comments are not valid", "Comments are too long")
    .overwrite((given) => stripMarkup(given).trim())
    .max(200, "Comments are too long")
    .nullish(),
  /**
   * The extension of the psychic who referred the visitor, or a brand's own number (D37): 2 to 6
   * digits, as a text or a number. It is stored as a number, so "0042" becomes 42. No brand's
   * number begins with 0, nor does an extension from a sign-up.
   */
  referral: z
    .union(
      [
        z.int(wrongReferral).min(10, wrongReferral).max(999_999, wrongReferral),
        text(100, wrongReferral).regex(/^\d{2,6}$/, wrongReferral),
      ],
      { error: wrongReferral },
    )
    .transform(Number)
    .nullish(),
});
export type ContactFields = z.infer<typeof contactFields>;
