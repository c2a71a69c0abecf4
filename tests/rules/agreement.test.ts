import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { agreementOf, agreementVersion } from "#shared/reference/agreement.ts";
import { brandKeyOfPath } from "#shared/reference/brands.ts";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";

const words = JSON.stringify(brands.map(agreementOf));

test("D30: a change of the agreement raises its version", () => {
  const hash = createHash("sha256").update(words).digest("hex").slice(0, 16);
  expect({ [agreementVersion]: hash }).toEqual({ "2027-01": "15f0cf8831b88d2c" });
});

test("the agreement says what the recruiting pages promise", () => {
  for (const fact of [
    /18 years of age or older/,
    /40 or more hours a week/,
    /Sunday 12:01 am to Saturday 11:59 pm/,
    /by check or direct deposit, within five days/,
    /An administrator reviews it before it is posted/,
    /extension has six digits/,
    /Administrators may monitor/,
  ]) {
    expect(words).toMatch(fact);
  }
  const [ofCos, ofOneSun] = brands.map((brand) => JSON.stringify(agreementOf(brand)));
  expect(ofCos).toContain("1-800-555-0142");
  expect(ofCos).not.toMatch(/One Sun|support@/);
  expect(ofOneSun).toContain("support@onesun.example");
  expect(ofOneSun).not.toContain("COS");
});

test("D37: a brand's paths are its own, in any letter case", () => {
  const keys = ["/cos", "/COS/signup", "/OneSun/agreement", "/cosmos", "/", "/login/cos"].map(
    (path) => brandKeyOfPath(path) ?? undefined,
  );
  expect(keys).toEqual(["cos", "cos", "onesun", undefined, undefined, undefined]);
});
