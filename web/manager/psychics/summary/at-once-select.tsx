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
const deciding = ["Enter", " ", "Tab"];

/**
 * A select whose choice is saved at once. In a closed select, arrow keys also change the value; such
 * a choice waits for Enter, and leaving without Enter changes nothing (G2).
 */
export function AtOnceSelect({ value, onChoose, wordsOf, ...rest }: AtOnceSelectProps) {
  const [passing, setPassing] = useState<string>();
  const lastKey = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a choice is saved, none waits for Enter
  useEffect(() => setPassing(undefined), [value]);

  const choose = (chosen: string) => {
    setPassing(undefined);
    if (chosen !== value) onChoose(chosen);
  };
  return (
    <>
      <div className="select is-fullwidth">
        <select
          {...rest}
          value={passing ?? value}
          onPointerDown={() => {
            lastKey.current = undefined;
          }}
          onKeyDown={({ key }) => {
            lastKey.current = key;
            if (passing === undefined) return;
            if (key === "Enter") choose(passing);
            if (key === "Escape") setPassing(undefined);
          }}
          onBlur={() => setPassing(undefined)}
          onChange={({ target }) => {
            const isDecided = lastKey.current === undefined || deciding.includes(lastKey.current);
            if (isDecided) choose(target.value);
            else setPassing(target.value);
          }}
        />
      </div>
      <p className="help" aria-live="polite">
        {passing !== undefined &&
          passing !== value &&
          `Not saved. Press Enter to save “${wordsOf(passing)}”, or Escape to cancel.`}
      </p>
    </>
  );
}
