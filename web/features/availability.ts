import type { ResponseOf } from "../../shared/http/endpoint.ts";
import type { psychicEndpoints } from "../../shared/psychics.ts";

type Answer = ResponseOf<typeof psychicEndpoints.getAvailability>;
export type AvailabilityCode = Answer[number]["code"];

/** One meaning, one word, one colour, everywhere. */
export interface AvailabilityLook {
  word: string;
  tone: "available" | "on-alert" | "busy" | "reserved" | "unavailable";
}

const available: AvailabilityLook = { word: "Available", tone: "available" };

const looks: Record<AvailabilityCode, AvailabilityLook> = {
  A: available,
  P: available,
  C: available,
  O: { word: "On Alert", tone: "on-alert" },
  U: { word: "Unavailable", tone: "unavailable" },
  B: { word: "Busy", tone: "busy" },
  R: { word: "Reserved", tone: "reserved" },
};

/** How a code is shown; a code of a newer platform reads N/A. */
export function availabilityLook(code: string): AvailabilityLook {
  return Object.hasOwn(looks, code)
    ? looks[code as AvailabilityCode]
    : { word: "N/A", tone: "unavailable" };
}

/** The first item's code; an empty list means B to a client. */
export function availabilityOf(answer: Answer): AvailabilityCode {
  return answer[0]?.code ?? "B";
}
