/**
 * Options for a `refine` that compares several text fields. It runs even while other fields are
 * invalid. Its message belongs to the field `path`.
 */
export const acrossFields = (path: string, message: string, needs: readonly string[]) => ({
  path: [path],
  message,
  when: ({ value }: { value: unknown }) =>
    needs.every((key) => typeof (value as Record<string, unknown> | null)?.[key] === "string"),
});
