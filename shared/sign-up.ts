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
    summary: "Sign up. The public passes the bot check and ticks both boxes, a manager neither.",
    body: z.strictObject({
      psychic: signUpFields,
      altcha: altcha.nullish(),
      /** Whose wizard the public went through; the host's brand where nothing is said. */
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
    summary: "Whether a username is free.",
    query: z.object({ username: newNames.username }),
    response: available,
    limits: [{ bucket: "usernames", points: 60, seconds: 600, by: "address" }],
  },
  checkPhonePin: {
    method: "GET",
    path: "/psychics/phone_pin_available",
    access: "public",
    summary: "Whether a phone and PIN together are free.",
    query: z.object({ phone: phoneNumber, pin: profileFields.pin }),
    response: available,
    limits: [{ bucket: "phone-pins", points: 20, seconds: 3600, by: "address" }],
  },
});
