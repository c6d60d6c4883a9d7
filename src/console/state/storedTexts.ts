/** Returns the list of texts that this browser keeps under a key; null if it keeps none. */
export function readTexts(key: string): readonly string[] | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : null;
  } catch {
    // Browsers can forbid storage: nothing is kept then.
    return null;
  }
}

/** Keeps a list of texts in this browser. */
export function storeTexts(key: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts));
  } catch {
    return;
  }
}
