import { expect, test } from "vitest";
import { allEndpoints } from "#shared/api.ts";
import { checksLengthFirst, isList, isText, placesOfRequest } from "../support/request-texts.ts";

// tests/sweeps/request-texts.test.ts measures what a refusal costs.
test.each(allEndpoints)(
  "%s checks the length of every text and list first, and stops if it is too long (A1, A2)",
  (_, endpoint) => {
    for (const part of ["params", "query", "body"] as const) {
      for (const place of placesOfRequest(endpoint, part)) {
        if (isText(place)) expect(checksLengthFirst(place), `${place.name}: use text()`).toBe(true);
        if (isList(place)) expect(place.isBounded, `${place.name}: use listOf()`).toBe(true);
      }
    }
  },
);
