import { LRUCache } from 'lru-cache';

/** Returns the compiled form of a setting's text: `compileSetting(compileIpNetworks, text)`. */
export type CompileSetting = <Compiled extends object>(compile: (text: string) => Compiled, text: string) => Compiled;

/** Compiles each time. For checks of a setting and for tests; the service uses a `SettingsCache`. */
export const compileUncached: CompileSetting = (compile, text) => compile(text);

/** Number of texts kept for each kind of setting: about as many projects as send events at the same time. */
const MAX_TEXTS = 256;

/**
 * Compiled settings of projects: patterns, rules and networks. Entries are found by the text itself, so that a changed setting is a
 * new entry and nothing becomes stale. The least recently used text is dropped first.
 */
export class SettingsCache {
  readonly #compiledByText = new Map<(text: string) => object, LRUCache<string, object>>();

  constructor(private readonly maxTexts = MAX_TEXTS) {}

  readonly compile: CompileSetting = (compile, text) => {
    const texts = this.#textsOf(compile);
    const known = texts.get(text);
    // The key is the function that made the value, so the value has the type which it returns.
    if (known !== undefined) return known as ReturnType<typeof compile>;
    const compiled = compile(text);
    texts.set(text, compiled);
    return compiled;
  };

  #textsOf(compile: (text: string) => object): LRUCache<string, object> {
    const known = this.#compiledByText.get(compile);
    if (known !== undefined) return known;
    const texts = new LRUCache<string, object>({ max: this.maxTexts });
    this.#compiledByText.set(compile, texts);
    return texts;
  }
}
