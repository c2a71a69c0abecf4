/**
 * Batches calls made in the same tick of the event loop into one query: under load the round trip
 * costs more than the row. A call never joins a query that was already sent, so its answer is as
 * fresh as its own query's would be.
 * @param run answers all items, in their order; its failure is the failure of each.
 */
export function batchCalls<In, Out>(
  run: (items: In[]) => Promise<Out[]>,
): (item: In) => Promise<Out> {
  let open: { items: In[]; answers: Promise<Out[]> } | undefined;

  const begin = () => {
    const items: In[] = [];
    const answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
      open = undefined;
      return run(items);
    });
    return { items, answers };
  };

  return async (item) => {
    open ??= begin();
    const { items, answers } = open;
    const place = items.push(item) - 1;
    return (await answers)[place] as Out;
  };
}
