/** Turns a reference table into the options of a select. */
export function optionsOf<Id extends string | number>(rows: readonly { id: Id; name: string }[]) {
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}
