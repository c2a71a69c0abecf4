import type { ListedException } from "#shared/schedule-exceptions.ts";
import { kindWords } from "#web/features/schedule/exception-words.ts";
import { Icon } from "#web/ui/icon.tsx";
import "./kind-mark.scss";

type Kind = Pick<ListedException, "kind" | "starts">;

/** The looks of an exception: its color and shape by its kind, and a line below for a part of the day. */
export const kindClass = ({ starts }: Pick<Kind, "starts">) =>
  starts === null ? "kind-mark" : "kind-mark is-part";

/** The sign of a kind, for a mark without room for a word. */
export function KindSign({ kind }: Pick<Kind, "kind">) {
  return kind === "extra" ? "+" : kind === "chat" && <Icon name="chat" size={14} />;
}

/** The color and shape of the calendar, with the sign. */
export const KindShape = (kind: Kind) => (
  <i className={`kind-shape ${kindClass(kind)}`} data-kind={kind.kind} aria-hidden="true">
    <KindSign kind={kind.kind} />
  </i>
);

/** The kind in a word beside its shape. */
export const KindMark = (kind: Kind) => (
  <span className="kind-word">
    <KindShape {...kind} />
    {kindWords[kind.kind]}
  </span>
);
