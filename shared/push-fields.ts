import { z } from "zod";
import { text } from "./fields.ts";
import { clockPattern } from "./rules/schedule.ts";

/** The kinds of notification; a psychic can switch each of them off (D42). */
export const pushKinds = [
  ...(["booked", "changed", "cancelled", "soon", "again", "due", "decided"] as const),
  ...(["stuck", "missed", "promised"] as const),
];
export type PushKind = (typeof pushKinds)[number];

/** `HH:MM`, New York time. */
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

/** Both null: no quiet hours. An end before the start is on the next day. */
export const pushSettings = settings
  .refine((value) => (value.quiet_from === null) === (value.quiet_to === null), {
    path: ["quiet_to"],
    error: "Quiet hours have a start and an end",
  })
  .refine((value) => value.quiet_from === null || value.quiet_from !== value.quiet_to, {
    path: ["quiet_to"],
    error: "The end must differ from the start",
  });
export type PushSettings = z.infer<typeof pushSettings>;

/** A change of the settings: absent ones keep their values. Null quiet hours mean none. */
export const pushChoices = settings
  .extend({ kinds: settings.shape.kinds.partial().nullable(), show_names: z.boolean().nullable() })
  .partial();
export type PushChoices = z.infer<typeof pushChoices>;

/** The settings of a user who has not changed any. */
export const defaultPushSettings: PushSettings = {
  kinds: {
    ...{ booked: true, changed: true, cancelled: true },
    ...{ soon: true, again: true, due: true, decided: true },
    ...{ stuck: true, missed: true, promised: true },
  },
  quiet_from: null,
  quiet_to: null,
  show_names: false,
};

/**
 * The standard has these two beside the notification. Safari 18 reads them inside it, later ones
 * beside it, so a message has them in both places.
 */
const inBothPlaces = {
  /** The server's part of the app's badge: the user's unanswered calls. Absent: it stays as it is. */
  app_badge: z.int().min(0).optional(),
  /** Whether the browser lets the service worker change the notification before it shows it. */
  mutable: z.boolean(),
};

/**
 * A push message, which is encrypted for one device. `web_push` and `notification` make it a
 * declarative one (D68): a browser that knows these shows it even without the service worker.
 */
export const pushPayload = z.object({
  /** This field and the next three are what service workers of the release 1.0.0 read. */
  title: z.string().min(1),
  body: z.string(),
  /** The topic: the device shows only the latest notification of each. */
  tag: z.string(),
  /** The path of the screen that a tap opens. */
  url: z.string(),
  web_push: z.literal(8030),
  notification: z.object({
    title: z.string().min(1),
    /** Anybody who holds the device may read it. */
    body: z.string(),
    /** The whole address of the screen that a tap opens. */
    navigate: z.url(),
    lang: z.literal("en"),
    dir: z.literal("ltr"),
    tag: z.string(),
    data: z.object({
      user: z.int(),
      /** For the service worker, to which a browser may pass the notification alone. */
      calls: z.int().min(0).optional(),
      /** The call that the message asks about, and its time: the worker offers the answers. */
      asks: z.object({ call: z.string(), at: z.iso.datetime() }).optional(),
      /** The service worker shows this body in place of the open one while `user` is signed in. */
      body: z.string().optional(),
    }),
    ...inBothPlaces,
  }),
  ...inBothPlaces,
});
export type PushPayload = z.infer<typeof pushPayload>;
