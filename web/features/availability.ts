import type { FloorPsychic } from "#shared/floor.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { psychicEndpoints } from "#shared/psychics.ts";

type Answer = ResponseOf<typeof psychicEndpoints.getAvailability>;
type PromisedHours = FloorPsychic["promised"][number];
export type AvailabilityCode = Answer[number]["code"];

/** Each meaning has one word and one color on all screens. */
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

/** The choices of a manager. */
export const availabilityChoices: readonly { value: AvailabilityCode; label: string }[] = [
  { value: "A", label: "Available" },
  { value: "P", label: "Available (Phone Only)" },
  { value: "C", label: "Available (Chat Only)" },
  { value: "O", label: "On Alert" },
  { value: "U", label: "Unavailable" },
  { value: "B", label: "Busy" },
  { value: "R", label: "Reserved" },
];

/** Promised hours in words: `Available, chat only`. */
export const promisedWord = ({ status, chat }: Pick<PromisedHours, "status" | "chat">): string =>
  chat ? `${looks[status].word}, chat only` : looks[status].word;

/** The look of a code; an unknown code of a newer platform shows N/A. */
export function availabilityLook(code: string): AvailabilityLook {
  return Object.hasOwn(looks, code)
    ? looks[code as AvailabilityCode]
    : { word: "N/A", tone: "unavailable" };
}

/** The code of the first item; B if the list is empty. */
export function availabilityOf(answer: Answer): AvailabilityCode {
  return answer[0]?.code ?? "B";
}
