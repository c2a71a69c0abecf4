/** What a promise answers, or a `TimeoutError` when it takes longer. */
export function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new DOMException("It took too long", "TimeoutError")),
    milliseconds,
  );
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
