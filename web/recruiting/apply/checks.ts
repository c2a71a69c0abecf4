import { isEmail } from "#shared/rules/email.ts";
import { oneLine } from "#shared/rules/one-line.ts";
import { stripMarkup } from "#shared/rules/paragraphs.ts";
import { digitsOf } from "#shared/rules/phones.ts";

/** The maximum lengths of the fields. */
export const limits = { name: 100, email: 150, comments: 200 } as const;

export const checkedFields = ["name", "email", "phone", "comments"] as const;
export type CheckedField = (typeof checkedFields)[number];

/**
 * Checks a field by the rules and messages of the server's schema (`contactFields`), which would be
 * bigger than the whole page. @returns the message, if the field is invalid.
 */
export const checks: Record<CheckedField, (text: string) => string> = {
  name(text) {
    const name = oneLine(text);
    if (name === "") return "Name is required.";
    return name.length > limits.name ? "Name is too long" : "";
  },
  email(text) {
    const email = oneLine(text);
    if (email === "") return "Email is required.";
    if (email.length > limits.email) return "Email is too long";
    return isEmail(email) ? "" : "Email is invalid";
  },
  phone(text) {
    const digits = digitsOf(text);
    if (digits === "") return "Phone is required.";
    return /^\d{10}$/.test(digits) ? "" : "Phone is not valid";
  },
  comments: (text) =>
    stripMarkup(text).trim().length > limits.comments ? "Comments are too long" : "",
};
