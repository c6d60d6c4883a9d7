/** How many texts are kept compiled: about as many projects as send at the same time. */
const MAX_CACHED_TEXTS = 256;

/** Compiles each text once. Of more texts than are kept, the one that was asked for longest ago goes. */
export function compileOnce<Compiled>(
  compile: (text: string) => Compiled,
  most = MAX_CACHED_TEXTS,
): (text: string) => Compiled {
  const kept = new Map<string, Compiled>();
  return (text) => {
    const known = kept.get(text);
    const compiled = known ?? compile(text);
    // A map keeps the order of insertion, so that its first key is the one that was asked for longest ago.
    if (known !== undefined) kept.delete(text);
    else if (kept.size >= most) kept.delete(kept.keys().next().value ?? '');
    kept.set(text, compiled);
    return compiled;
  };
}
