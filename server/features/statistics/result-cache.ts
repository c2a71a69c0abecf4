import { LRUCache } from "lru-cache";

/**
 * Caches results until the version changes. Simultaneous calls for one result share its
 * computation; a failed computation is not cached.
 */
export class ResultCache<V extends object | string> {
  readonly #results: LRUCache<string, V, () => Promise<V>>;
  #version = "";

  /** @param sizeOf about how many bytes of memory a value takes. */
  constructor(limits: { entries: number; bytes: number }, sizeOf: (value: V) => number) {
    this.#results = new LRUCache({
      max: limits.entries,
      maxSize: limits.bytes,
      sizeCalculation: (value) => Math.max(1, Math.ceil(sizeOf(value))),
      fetchMethod: (_key, _stale, { context: compute }) => compute(),
      // Callers that wait for a result get it even if the cache has dropped it.
      ignoreFetchAbort: true,
    });
  }

  get(version: string, key: string, compute: () => Promise<V>): Promise<V> {
    if (version !== this.#version) {
      this.#results.clear();
      this.#version = version;
    }
    // The version is part of the key, so that a slow computation never replaces a newer result.
    return this.#results.forceFetch(`${version}_${key}`, { context: compute });
  }
}
