/** Rows as one searchable text. JSON alone would print the bytes of a `bytea` as a list of numbers. */
export const storedText = (rows: object[]): string =>
  JSON.stringify(rows, (_, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
  );
