import type { RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { WrittenException } from "#shared/rules/schedule-exceptions.ts";
import type { scheduleExceptionEndpoints } from "#shared/schedule-exceptions.ts";
import { exceptionDifferences, writtenException } from "#web/features/schedule/exception-words.ts";
import { exceptionsOf } from "#web/features/schedule/exceptions-of.ts";
import type { Edit } from "../entry.ts";
import type { Line } from "./thing.ts";

type Body = RequestOf<typeof scheduleExceptionEndpoints.updateExceptions>["body"];
type Stored = ResponseOf<typeof scheduleExceptionEndpoints.getExceptions>;

/** What the edit adds and removes; in a conflict, where the two lists differ. */
export function lines(body: Body, { about }: Edit, current: Stored | undefined): Line[] {
  const mine = exceptionsOf(body.exceptions);
  if (current) return exceptionDifferences(mine, exceptionsOf(current.exceptions));
  if (about === undefined) {
    return mine.map((exception, place) => ({
      label: `${place + 1}`,
      mine: writtenException(exception),
    }));
  }
  const before: WrittenException[] = JSON.parse(about);
  return exceptionDifferences(mine, before).map(({ label, mine }) => ({
    label,
    mine: mine === "Listed" ? "Added" : "Removed",
  }));
}

export const draft = {
  form: "exceptions",
  values: (body: Body) => ({ exceptions: exceptionsOf(body.exceptions) }),
};
