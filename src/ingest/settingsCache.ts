import { LRUCache } from 'lru-cache';
import { MAX_ALTERNATIVES, MAX_EXPANDED } from './glob';

/** Returns the compiled form of a setting's text: `compileSetting(compileIpNetworks, text)`. */
export type CompileSetting = <Compiled extends object>(compile: (text: string) => Compiled, text: string) => Compiled;

/** Compiles each time. For validating a setting and for tests; the service uses a `SettingsCache`. */
export const compileUncached: CompileSetting = (compile, text) => compile(text);

/** Memory that the compiled settings of all projects may occupy on one thread. */
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * Estimated memory of a compiled setting, as measured: a minimum, and bytes for each character of its text after braces
 * are expanded.
 */
const ENTRY_BYTES = 2_000;
const BYTES_PER_CHARACTER = 150;

/**
 * Compiled settings of projects that receive events: patterns, rules and networks. Entries are found by the text
 * itself: a changed setting is a new entry, and no entry becomes stale. Texts that `updateProject` validates, and may
 * refuse, are not cached. The least recently used text is dropped first; a text that is too large for all of the memory
 * is compiled for each event.
 */
export class SettingsCache {
  readonly #compiled: LRUCache<string, object>;
  /** Compiling function → its number. There are few of them. */
  readonly #kinds = new Map<(text: string) => object, number>();

  constructor(maxBytes = MAX_BYTES) {
    this.#compiled = new LRUCache({ maxSize: maxBytes });
  }

  readonly compile: CompileSetting = (compile, text) => {
    const key = `${this.#kindOf(compile)} ${text}`;
    const cachedValue = this.#compiled.get(key);
    // The key begins with the function that made the value, so the value has the function's return type.
    if (cachedValue !== undefined) return cachedValue as ReturnType<typeof compile>;
    const compiled = compile(text);
    this.#compiled.set(key, compiled, { size: estimateBytes(text) });
    return compiled;
  };

  /** Estimated memory of the entries, in bytes. */
  get bytes(): number {
    return this.#compiled.calculatedSize;
  }

  #kindOf(compile: (text: string) => object): number {
    const cached = this.#kinds.get(compile);
    if (cached !== undefined) return cached;
    this.#kinds.set(compile, this.#kinds.size);
    return this.#kinds.size - 1;
  }
}

/** Estimates the memory of a setting after it is compiled: braces multiply the characters of their line. */
function estimateBytes(text: string): number {
  let characters = text.length;
  if (text.includes('{')) {
    for (const line of text.split('\n')) {
      const commas = line.split(',').length - 1;
      const alternatives = line.includes('{') ? Math.min(MAX_ALTERNATIVES, 2 ** commas) : 1;
      characters += Math.min(line.length * (alternatives - 1), MAX_EXPANDED);
    }
  }
  return ENTRY_BYTES + BYTES_PER_CHARACTER * characters;
}
