import { useId, useState } from "react";
import { categories } from "#shared/reference/categories.ts";
import { categoriesAtMost } from "#shared/rules/listing.ts";
import "./listing.scss";

interface CategoryFieldProps {
  chosen: readonly number[];
  error: string | undefined;
  onChange: (chosen: number[]) => void;
}

/** The categories of a listing. A sixth tick is ignored, and a message says so (V27). */
export function CategoryField({ chosen, error, onChange }: CategoryFieldProps) {
  const id = useId();
  const [ignored, setIgnored] = useState<string>();
  const toggle = (category: (typeof categories)[number]) => {
    const isTicked = chosen.includes(category.id);
    const hasRoom = isTicked || chosen.length < categoriesAtMost;
    setIgnored(hasRoom ? undefined : category.name);
    if (!hasRoom) return;
    onChange(isTicked ? chosen.filter((one) => one !== category.id) : [...chosen, category.id]);
  };
  return (
    <fieldset className="field checks category-checks" aria-describedby={id}>
      <legend className="label">Categories</legend>
      {categories.map((category) => (
        <label
          key={category.id}
          className={chosen.includes(category.id) ? "check is-chosen" : "check"}
        >
          <input
            type="checkbox"
            checked={chosen.includes(category.id)}
            onChange={() => toggle(category)}
          />
          {category.name}
        </label>
      ))}
      <div id={id} className="check-notes">
        {error ? (
          <p className="help is-danger">{error}</p>
        ) : (
          <p className="help" role="status">
            {chosen.length} of {categoriesAtMost} chosen.
            {ignored && ` ${ignored} was not added. Untick another category first.`}
          </p>
        )}
      </div>
    </fieldset>
  );
}
