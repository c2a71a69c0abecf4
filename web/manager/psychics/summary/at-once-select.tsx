import { type ComponentProps, useEffect, useRef, useState } from "react";

interface AtOnceSelectProps
  extends Omit<ComponentProps<"select">, "value" | "onChange" | "onKeyDown" | "onBlur"> {
  value: string;
  /** Saves. */
  onChoose: (value: string) => void;
  /** The label of a value. */
  wordsOf: (value: string) => string;
}

/** These keys close the browser's list and end a choice by keyboard. */
const decidingKeys = ["Enter", " ", "Tab"];

/**
 * A select whose choice is saved at once. In a closed select, arrow keys also change the value; such
 * a choice waits for Enter, and leaving without Enter changes nothing (G2).
 */
export function AtOnceSelect({ value, onChoose, wordsOf, ...rest }: AtOnceSelectProps) {
  const [undecided, setUndecided] = useState<string>();
  const lastKey = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a choice is saved, none waits for Enter
  useEffect(() => setUndecided(undefined), [value]);

  const choose = (chosen: string) => {
    setUndecided(undefined);
    if (chosen !== value) onChoose(chosen);
  };
  return (
    <>
      <div className="select is-fullwidth">
        <select
          {...rest}
          value={undecided ?? value}
          onPointerDown={() => {
            lastKey.current = undefined;
          }}
          onKeyDown={({ key }) => {
            lastKey.current = key;
            if (undecided === undefined) return;
            if (key === "Enter") choose(undecided);
            if (key === "Escape") setUndecided(undefined);
          }}
          onBlur={() => setUndecided(undefined)}
          onChange={({ target }) => {
            const isDecided =
              lastKey.current === undefined || decidingKeys.includes(lastKey.current);
            if (isDecided) choose(target.value);
            else setUndecided(target.value);
          }}
        />
      </div>
      <p className="help" aria-live="polite">
        {undecided !== undefined &&
          undecided !== value &&
          `Not saved. Press Enter to save “${wordsOf(undecided)}”, or Escape to cancel.`}
      </p>
    </>
  );
}
