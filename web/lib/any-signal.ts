/** `AbortSignal.any`, which Safari has since 17.4 only. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const both = new AbortController();
  for (const one of signals) {
    const end = () => both.abort(one.reason);
    if (one.aborted) end();
    else one.addEventListener("abort", end, { once: true, signal: both.signal });
  }
  return both.signal;
}
