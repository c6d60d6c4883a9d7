/**
 * Returns a function that computes a constant when it is first called: for constants that take long and that few
 * programs need.
 */
export function lazily<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}

/** The texts whose results are remembered; beyond `texts`, all of them are forgotten. */
interface RememberedTexts {
  readonly texts: number;
  /** Characters of the longest one. */
  readonly length: number;
}

/**
 * Returns a function that computes a value of a text once, as long as it is remembered: for functions that get the same
 * texts again and again.
 */
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
