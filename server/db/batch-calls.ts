interface Options {
  /** At most this many queries run at the same time. Later calls share the next query. */
  atOnce?: number;
  /** A query answers at most this many calls. */
  atMost?: number;
}

/**
 * Batches calls made in the same tick of the event loop into one query: under load the round trip
 * costs more than the row. A call never joins a query that was already sent, so its answer is as
 * fresh as its own query's would be.
 * @param run answers all items, in their order; its failure is the failure of each.
 */
export function batchCalls<In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  { atOnce = Number.POSITIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Options = {},
): (item: In) => Promise<Out> {
  let open: { items: In[]; answers: Promise<Out[]> } | undefined;
  let running = 0;
  /** Batches that wait until another one has been answered. */
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running >= atOnce) return new Promise((resolve) => waiting.push(resolve));
    running++;
  }
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  const begin = () => {
    const items: In[] = [];
    const answers = new Promise((resolve) => setImmediate(resolve)).then(enter).then(async () => {
      if (open?.items === items) open = undefined;
      try {
        return await run(items);
      } finally {
        leave();
      }
    });
    return { items, answers };
  };

  return async (item) => {
    open ??= begin();
    const { items, answers } = open;
    const place = items.push(item) - 1;
    if (items.length >= atMost) open = undefined;
    return (await answers)[place] as Out;
  };
}
