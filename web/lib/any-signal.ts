/** `AbortSignal.any`, which Safari has only from 17.4 on. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const combined = new AbortController();
  for (const one of signals) {
    const end = () => combined.abort(one.reason);
    if (one.aborted) end();
    else one.addEventListener("abort", end, { once: true, signal: combined.signal });
  }
  return combined.signal;
}
