import type { RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { phoneEndpoints } from "#shared/phones.ts";
import { writtenPhone } from "#shared/rules/phone-number.ts";
import type { Edit } from "../entry.ts";
import type { Line } from "./thing.ts";

type Body = RequestOf<typeof phoneEndpoints.savePhone>["body"] | undefined;
type Phones = ResponseOf<typeof phoneEndpoints.listPhones>;

function labelOf(body: Body): string {
  if (!body) return "Preferred number";
  if (body.phone.delete) return "Remove";
  return body.phone.id ? "Change" : "Add";
}

export function lines(body: Body, { request, about }: Edit, current: Phones | undefined): Line[] {
  const id = body?.phone.id ?? Number(request.params?.phoneId);
  const known = current?.phones.find((one) => one.id === id)?.phone_number ?? null;
  const mine = writtenPhone(body?.phone.phone_number ?? known) || about || "A number";
  const line = { label: labelOf(body), mine };
  if (!current) return [line];
  return [
    { ...line, theirs: current.phones.map((one) => writtenPhone(one.phone_number)).join(", ") },
  ];
}
