import { z } from "zod";
import { localPhoneNumber } from "./phone-fields.ts";
import { profileFields, requiredLine } from "./profile-fields.ts";
import { isEmail } from "./rules/email.ts";
import { stripMarkup } from "./rules/paragraphs.ts";

/** What a visitor leaves on an apply page, with the messages of its form. */
export const contactFields = z.strictObject({
  name: requiredLine(100, "Name is required.", "Name is too long"),
  email: requiredLine(150, "Email is required.", "Email is too long").refine(
    isEmail,
    "Email is invalid",
  ),
  phone: localPhoneNumber,
  method: profileFields.contact_method.nullish(),
  comments: z
    .string({ error: "Comments are not valid" })
    .overwrite((text) => stripMarkup(text).trim())
    .max(200, "Comments are too long")
    .nullish(),
  /** The number of whoever sent the visitor: 2 to 6 digits. */
  referral: z
    .int({ error: "Referral is invalid" })
    .min(10, "Referral is invalid")
    .max(999_999, "Referral is invalid")
    .nullish(),
});
export type ContactFields = z.infer<typeof contactFields>;
