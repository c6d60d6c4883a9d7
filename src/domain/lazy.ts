/**
 * Returns a function that computes a constant when it is first called: for constants that take long and that few
 * programs need.
 */
export function lazily<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}

/**
 * Options of an `LRUCache` with a maximum number of entries. With `max` it would take the memory of all of them at
 * once: 200 KB for 10,000.
 */
export function atMost(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}

/** The limits of a cache by texts. */
interface RememberedTexts {
  /** Maximum number of texts; a further one clears the cache. */
  readonly texts: number;
  /** Maximum number of characters of a text. */
  readonly length: number;
}

/** Returns a function that caches the values of another one, for functions that receive the same texts repeatedly. */
export function remembering<T extends object | boolean>(
  compute: (text: string) => T,
  limits: RememberedTexts,
): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    if (text.length > limits.length) return compute(text);
    const remembered = results.get(text);
    if (remembered !== undefined) return remembered;
    const computed = compute(text);
    if (results.size >= limits.texts) results.clear();
    results.set(text, computed);
    return computed;
  };
}
