import { z } from "zod";
import { altcha } from "./bot-check.ts";
import { id } from "./fields.ts";
import { defineEndpoints } from "./http/endpoint.ts";
import { phoneNumber } from "./phone-fields.ts";
import { profileFields } from "./profile-fields.ts";
import { brandKeys } from "./reference/brands.ts";
import { newNames, signUpFields } from "./sign-up-fields.ts";

const available = z.object({ available: z.boolean() });

export const signUpEndpoints = defineEndpoints({
  createPsychic: {
    method: "POST",
    path: "/psychics",
    access: "public",
    summary:
      "Sign up a psychic. The public must pass the bot check and tick both boxes; a manager need not.",
    body: z.strictObject({
      psychic: signUpFields,
      altcha: altcha.nullish(),
      /** The brand of the sign-up page, if it is not the brand of the host. */
      brand: z.enum(brandKeys, { error: "Brand is not valid" }).nullish(),
    }),
    response: z.object({ user_id: id }),
    status: 201,
    limits: [{ bucket: "sign-up", points: 10, seconds: 3600, by: "address" }],
    refuses: [503],
  },
  checkUsername: {
    method: "GET",
    path: "/psychics/username_available",
    access: "public",
    summary: "Check whether a username is free.",
    query: z.object({ username: newNames.username }),
    response: available,
    limits: [{ bucket: "usernames", points: 60, seconds: 600, by: "address" }],
  },
  checkPhonePin: {
    method: "GET",
    path: "/psychics/phone_pin_available",
    access: "public",
    summary: "Check whether a phone and PIN are free as a pair.",
    query: z.object({ phone: phoneNumber, pin: profileFields.pin }),
    response: available,
    limits: [
      { bucket: "phone-pins", points: 20, seconds: 3600, by: "address", guesses: "see-pins" },
    ],
  },
});
