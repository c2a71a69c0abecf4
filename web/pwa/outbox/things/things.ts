import type { api } from "#shared/api.ts";
import type { EndpointData } from "#shared/http/endpoint.ts";
import { answer } from "./answer.ts";
import { exceptions } from "./exceptions.ts";
import { gift } from "./gift.ts";
import { listing } from "./listing.ts";
import { phones } from "./phones.ts";
import { problem } from "./problem.ts";
import { profile } from "./profile.ts";
import { schedule } from "./schedule.ts";
import type { EndpointKey, Queueable, Thing } from "./thing.ts";

const all = [schedule, exceptions, listing, profile, phones, gift, problem, answer] as const;

/** Every thing that may be edited while offline. */
export const things: readonly Thing[] = all;

type NameOf<E extends EndpointData> = E extends EndpointData
  ? `${E["method"]} ${E["path"]}`
  : never;
type EndpointIn<Group> = Group[keyof Group];
type Endpoint = { [Name in keyof typeof api]: EndpointIn<(typeof api)[Name]> }[keyof typeof api];
type None<Missing extends never> = Missing;

/** A `queueable` endpoint that is in no thing does not compile: the error names it. */
export type WithoutThing = None<
  Exclude<NameOf<Extract<Endpoint, Queueable>>, NameOf<(typeof all)[number]["edits"][number]>>
>;

const isIn = (endpoints: readonly EndpointKey[], { method, path }: EndpointKey) =>
  endpoints.some((one) => one.method === method && one.path === path);

/** The thing that a write edits. */
export const thingEditedBy = (endpoint: EndpointKey) =>
  things.find(({ edits }) => isIn(edits, endpoint));

/** The thing that an answer shows. */
export const thingShownBy = (endpoint: EndpointKey) =>
  things.find(({ overlay }) => overlay && isIn(overlay.answers, endpoint));
