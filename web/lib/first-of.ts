/** A signal that ends with the first of these. `AbortSignal.any` would need Safari 17.4. */
export function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const both = new AbortController();
  for (const one of signals) {
    const end = () => both.abort(one.reason);
    if (one.aborted) end();
    else one.addEventListener("abort", end, { once: true, signal: both.signal });
  }
  return both.signal;
}
