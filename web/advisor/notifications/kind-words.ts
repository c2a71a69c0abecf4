import type { PushKind } from "#shared/push-fields.ts";

/** The labels of the kinds of notification. `pushKinds` has the order of the screen. */
export const kindWords: Record<PushKind, { label: string; hint: string }> = {
  booked: { label: "A call is booked", hint: "As soon as a customer books." },
  changed: { label: "A call is changed", hint: "When it moves to another time." },
  cancelled: { label: "A call is canceled", hint: "As soon as it is canceled." },
  soon: { label: "A call starts in 15 minutes", hint: "In quiet hours too." },
  again: {
    label: "A call starts in 5 minutes",
    hint: "Only if you have not answered. In quiet hours too.",
  },
  due: { label: "A call starts now", hint: "In quiet hours too." },
  decided: {
    label: "Your listing or profile is approved or rejected",
    hint: "As soon as your manager decides.",
  },
  stuck: {
    label: "You may be stuck on Busy",
    hint: "When your last call or chat ended half an hour ago. Only on your devices.",
  },
  missed: {
    label: "You miss a call",
    hint: "At once, in quiet hours too. Only on your devices.",
  },
  promised: {
    label: "Your promised hours begin and you are Unavailable",
    hint: "Once, 5 minutes after they begin. Only on your devices.",
  },
};
