import { initialsOf } from "#web/ui/initials.ts";
import "./row-mark.scss";

/**
 * The initials of a psychic at the start of a row. The lists' answers name no picture, and a request
 * per row is too many. Not read aloud or copied, because the username follows.
 */
export function RowMark({ userName }: { userName: string }) {
  return <span className="row-mark" data-initials={initialsOf(userName)} aria-hidden="true" />;
}
