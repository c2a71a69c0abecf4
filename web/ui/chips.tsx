import type { ReactNode } from "react";
import { writtenCount } from "#web/lib/figures.ts";
import "./chips.scss";

/** A group of chips. The user chooses one, or in some places several. `label` names the choice. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label={label} className="chips">
      {children}
    </div>
  );
}

interface ChipProps {
  name: string;
  /** The number on the chip; undefined until it is known, absent if the chip has none. */
  count?: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

/** A small button that stays pressed while it is chosen. */
export function Chip(props: ChipProps) {
  const { name, count, isChosen, onChoose } = props;
  return (
    <button
      type="button"
      className={count === 0 ? "chip is-empty" : "chip"}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {name} {"count" in props && <span>{count === undefined ? "" : writtenCount(count)}</span>}
    </button>
  );
}
