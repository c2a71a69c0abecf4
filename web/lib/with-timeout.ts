/** The promise's result. @throws DOMException `TimeoutError` if it takes longer. */
export function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new DOMException("It took too long", "TimeoutError"));
    const timer = setTimeout(onTimeout, milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
