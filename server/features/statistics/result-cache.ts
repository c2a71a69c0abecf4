/**
 * Results that stay right until the next version: the least recently used go first. Several who
 * ask for the same one at the same time wait for one computation. A newer version drops the rest.
 */
export class Kept<V> {
  readonly #entries = new Map<string, { value: Promise<V>; bytes: number }>();
  readonly #limits: { entries: number; bytes: number };
  readonly #sizeOf: (value: V) => number;
  #version = "";
  #bytes = 0;

  /** @param sizeOf about how many bytes of memory a value takes. */
  constructor(limits: { entries: number; bytes: number }, sizeOf: (value: V) => number) {
    this.#limits = limits;
    this.#sizeOf = sizeOf;
  }

  /** What is kept under the key for this version; else computes and keeps it. */
  get(version: string, key: string, compute: () => Promise<V>): Promise<V> {
    if (version !== this.#version) {
      this.#entries.clear();
      this.#bytes = 0;
      this.#version = version;
    }
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const entry = { value: compute(), bytes: 0 };
    this.#entries.set(key, entry);
    entry.value.then(
      (value) => {
        if (this.#entries.get(key) !== entry) return;
        entry.bytes = this.#sizeOf(value);
        this.#bytes += entry.bytes;
        this.#evict();
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    );
    return entry.value;
  }

  #evict(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
    }
  }
}
