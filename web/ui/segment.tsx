import "./segment.scss";

interface SegmentProps<Key extends string> {
  label: string;
  options: readonly { key: Key; name: string }[];
  chosen: Key;
  onChoose: (key: Key) => void;
}

/** Buttons side by side, from which the user chooses one of a few views. */
export function Segment<Key extends string>({
  label,
  options,
  chosen,
  onChoose,
}: SegmentProps<Key>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label={label} className="segment">
      {options.map(({ key, name }) => (
        <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          {name}
        </button>
      ))}
    </div>
  );
}
