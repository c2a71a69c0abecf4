/**
 * Lets the calls that arrive in one turn of the event loop share one statement: what a busy process
 * pays for is the round trip, not the row. Nothing waits for anything but its own turn, and a call
 * never joins a statement that was already sent, so that its answer is as fresh as a query's.
 * @param run answers as many items as it is given, in their order; its failure is that of all.
 */
export function together<In, Out>(
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
