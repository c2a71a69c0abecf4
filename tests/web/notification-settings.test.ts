import { expect, test } from "vitest";
import { defaultPushSettings, pushSettings } from "#shared/push-fields.ts";
import { settingsForm, settingsOf, valuesOf } from "#web/advisor/notifications/settings-values.ts";

test("the form shows the stored settings, with and without quiet hours", () => {
  const quiet = { ...defaultPushSettings, quiet_from: "21:30", quiet_to: "07:00" };
  for (const settings of [defaultPushSettings, quiet]) {
    expect(settingsOf(valuesOf(settings))).toEqual(settings);
    expect(pushSettings.safeParse(settingsOf(valuesOf(settings))).success).toBe(true);
  }
});

test("quiet hours need two different times", () => {
  const values = { ...valuesOf(defaultPushSettings), quiet: true };
  const problems = (given: Partial<typeof values>) => {
    const { error } = settingsForm.safeParse({ ...values, ...given });
    return error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
  };
  expect(problems({})).toEqual([]);
  expect(problems({ quiet_from: "" })).toEqual([["quiet_from", "Time is required"]]);
  expect(problems({ quiet_to: "24:00" })).toEqual([["quiet_to", "Time is required"]]);
  expect(problems({ quiet_to: values.quiet_from })).toEqual([
    ["quiet_to", "The end must differ from the start"],
  ]);
  expect(problems({ quiet: false, quiet_from: "" })).toEqual([]);
});
