/** The latest work on each reading, by connection_id. */
const latest = new Map<string, Promise<unknown>>();

/**
 * Applies events about the same reading in the order in which this process received them. A rating
 * often comes right after its reading. If the rating were applied first, the reading would
 * overwrite it. Events that two processes receive at the same time have no order.
 */
export function inTurn<T>(ids: readonly string[], apply: () => Promise<T>): Promise<T> {
  const earlier: Promise<unknown>[] = [];
  for (const id of ids) {
    const one = latest.get(id);
    if (one) earlier.push(one);
  }
  const mine = earlier.length === 0 ? apply() : Promise.allSettled(earlier).then(apply);
  for (const id of ids) latest.set(id, mine);
  const forget = () => {
    for (const id of ids) if (latest.get(id) === mine) latest.delete(id);
  };
  mine.then(forget, forget);
  return mine;
}
