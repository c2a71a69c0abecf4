import { z } from "zod";
import { type PushSettings, pushKinds } from "#shared/push-fields.ts";
import { clockPattern } from "#shared/rules/schedule.ts";

const kinds = z.object(
  Object.fromEntries(pushKinds.map((kind) => [kind, z.boolean()])) as Record<
    (typeof pushKinds)[number],
    z.ZodBoolean
  >,
);

/** The form's values. Without quiet hours the two times stay in the form but are ignored. */
export const settingsForm = z
  .object({
    kinds,
    quiet: z.boolean(),
    quiet_from: z.string(),
    quiet_to: z.string(),
    show_names: z.boolean(),
  })
  .superRefine((values, context) => {
    if (!values.quiet) return;
    for (const path of ["quiet_from", "quiet_to"] as const) {
      if (clockPattern.test(values[path])) continue;
      context.addIssue({ code: "custom", path: [path], message: "Time is required" });
    }
    if (values.quiet_from !== "" && values.quiet_from === values.quiet_to) {
      context.addIssue({
        code: "custom",
        path: ["quiet_to"],
        message: "The end must differ from the start",
      });
    }
  });

export type SettingsValues = z.infer<typeof settingsForm>;

export function valuesOf(settings: PushSettings): SettingsValues {
  const { kinds, quiet_from, quiet_to, show_names } = settings;
  return {
    kinds,
    quiet: quiet_from !== null,
    quiet_from: quiet_from ?? "22:00",
    quiet_to: quiet_to ?? "08:00",
    show_names,
  };
}

export function settingsOf(values: SettingsValues): PushSettings {
  const { kinds, quiet, quiet_from, quiet_to, show_names } = values;
  return {
    kinds,
    quiet_from: quiet ? quiet_from : null,
    quiet_to: quiet ? quiet_to : null,
    show_names,
  };
}
