/** The digits of a number, at most ten. Drops a leading 1, because the field has it as a prefix. */
function digitsIn(text: string): string {
  const digits = text.replace(/\D/g, "");
  return (digits.length > 10 ? digits.replace(/^1/, "") : digits).slice(0, 10);
}

/** Formats the digits so far as `555-555-5555`. */
export function asTyped(text: string): string {
  const digits = digitsIn(text);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join("-");
}

/** Adds dashes while the user types, and keeps the caret behind the same digit. */
export function formatPhone(input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  const formatted = asTyped(value);
  if (formatted === value) return;
  input.value = formatted;
  if (selectionStart === null || selectionStart === value.length) return;
  const before = value.slice(0, selectionStart).replace(/\D/g, "").length;
  const place = before + (before > 6 ? 2 : before > 3 ? 1 : 0);
  input.setSelectionRange(place, place);
}
