import { z } from "zod";
import { text } from "./fields.ts";
import { clockPattern } from "./rules/schedule.ts";

/** What a psychic can be told of, each switched by itself (D42). */
export const pushKinds = ["booked", "changed", "cancelled", "soon", "due", "decided"] as const;
export type PushKind = (typeof pushKinds)[number];

/** `HH:MM` on New York's wall clock. */
const clock = text(100, "Time is not valid").regex(clockPattern, "Time is not valid").nullable();

const kinds = Object.fromEntries(pushKinds.map((kind) => [kind, z.boolean()])) as Record<
  PushKind,
  z.ZodBoolean
>;

const settings = z.strictObject({
  kinds: z.strictObject(kinds),
  quiet_from: clock,
  quiet_to: clock,
  /** Whether a lock screen may name the customer. */
  show_names: z.boolean(),
});

/** Both ends of the quiet hours are null where there are none; an end before the start is on the next day. */
export const pushSettings = settings
  .refine((value) => (value.quiet_from === null) === (value.quiet_to === null), {
    path: ["quiet_to"],
    error: "Quiet hours have a start and an end",
  })
  .refine((value) => value.quiet_from === null || value.quiet_from !== value.quiet_to, {
    path: ["quiet_to"],
    error: "Quiet hours end at another time than they start",
  });
export type PushSettings = z.infer<typeof pushSettings>;

/** What is chosen of them: what is left out stays as it is. Null quiet hours are none. */
export const pushChoices = settings
  .extend({ kinds: settings.shape.kinds.partial().nullable(), show_names: z.boolean().nullable() })
  .partial();
export type PushChoices = z.infer<typeof pushChoices>;

/** Of somebody who never chose. */
export const defaultPushSettings: PushSettings = {
  kinds: { booked: true, changed: true, cancelled: true, soon: true, due: true, decided: true },
  quiet_from: null,
  quiet_to: null,
  show_names: false,
};

/** What a device is sent, sealed for it alone. */
export const pushPayload = z.object({
  title: z.string(),
  body: z.string(),
  /** Names what it is about: the device shows one notification for each, the latest. */
  tag: z.string(),
  /** The path of the screen that it leads to. */
  url: z.string(),
});
export type PushPayload = z.infer<typeof pushPayload>;
