/**
 * The options of a `refine` over texts of several fields, which is looked at also while other
 * fields are still wrong. The message belongs to the field `path`.
 */
export const across = (path: string, message: string, needs: readonly string[]) => ({
  path: [path],
  message,
  when: ({ value }: { value: unknown }) =>
    needs.every((key) => typeof (value as Record<string, unknown> | null)?.[key] === "string"),
});
