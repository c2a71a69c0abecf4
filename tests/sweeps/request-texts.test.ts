import { describe, expect, test } from "vitest";
import { problemOf } from "#server/http/errors.ts";
import { etagsIn } from "#server/http/etags.ts";
import { parse, parseBody, readJson, refuseDepth, refuseUnstorable } from "#server/http/parse.ts";
import { Refusal } from "#server/http/refusal.ts";
import { allEndpoints } from "#shared/api.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { isEmail } from "#shared/rules/email.ts";
import { linesOf, stripMarkup } from "#shared/rules/paragraphs.ts";
import { costlyTexts, cpuTimeOf, maxCpuTime } from "../support/costly.ts";
import { examples } from "../support/examples.ts";
import { filledFrom, isText, type Place, placesOfRequest } from "../support/request-texts.ts";

const parts = ["params", "query", "body"] as const;
const cast = { subject: 7, managerName: "boss", psychicName: "luna", password: "a password" };
const hundredKilobytes = costlyTexts(100_000);

/** Lists of some 100 kB whose every item is invalid. */
const costlyLists: [string, unknown][] = Object.entries({
  objects: {},
  texts: "",
  nulls: null,
  lists: [],
}).map(([name, item]) => [name, Array.from({ length: 33_000 }, () => item)]);

/** Parses and checks a body as the server does before it calls the handler. */
function readBody(endpoint: EndpointData, bytes: Buffer): void {
  const parsed = readJson(bytes, 5_000);
  const isPlain = endpoint.bodyChecks?.isPlain?.(parsed) ?? false;
  refuseDepth(parsed);
  refuseUnstorable(parsed);
  if (!isPlain) parseBody(endpoint.body, parsed);
}

/** Writing the answer is part of the cost of a refusal. */
function readAndAnswer(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    JSON.stringify(problemOf(error));
  }
}

function reader(endpoint: EndpointData, part: (typeof parts)[number], value: unknown) {
  if (part !== "body") {
    return () => {
      refuseUnstorable(value);
      parse(endpoint[part], value);
    };
  }
  const bytes = Buffer.from(JSON.stringify(value));
  return () => readBody(endpoint, bytes);
}

describe.each(allEndpoints)("%s", (name, endpoint) => {
  const places = parts.flatMap((part) =>
    placesOfRequest(endpoint, part).map((place): [typeof part, Place] => [part, place]),
  );
  const { body } = examples[name as keyof typeof examples](cast);

  test("takes no more than 50 ms of CPU for 100 kB at any place (A4)", async () => {
    for (const [part, place] of places) {
      const values = isText(place) ? hundredKilobytes : [...hundredKilobytes, ...costlyLists];
      for (const [kind, value] of values) {
        const given = place.put(value);
        const whole = part === "body" ? filledFrom(body, given) : given;
        const read = reader(endpoint, part, whole);
        const cpu = await cpuTimeOf(() => readAndAnswer(read));
        expect(cpu, `${place.name}: ${kind}`).toBeLessThan(maxCpuTime);
      }
    }
  });
});

test("no rule on texts needs more than 50 ms of CPU for 100 kB (A1, A2, A3)", async () => {
  for (const rule of [isEmail, stripMarkup, linesOf, etagsIn]) {
    for (const [kind, text] of hundredKilobytes) {
      const cpu = await cpuTimeOf(() => rule(text));
      expect(cpu, `${rule.name}: ${kind}`).toBeLessThan(maxCpuTime);
    }
  }
});
