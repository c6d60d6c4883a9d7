/** Returns a function that computes a constant when it is first called: for those that take long and that few programs need. */
export function lazily<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
