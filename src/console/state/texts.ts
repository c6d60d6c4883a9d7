import { type Locale, useLocale } from './preferences';
import type { Translated } from './translated';

/** The texts of an area of the console in each language. The compiler requires every text in all of them. */
export type Texts<T> = Readonly<Record<Locale, Translated<T>>>;

/** The texts of an area in one language. */
export type TextsOf<Area extends Texts<unknown>> = Area[Locale];

/**
 * Returns the texts of an area in the language of the reader: groups, each for a file that shows them.
 *
 * @example
 * const texts = useTexts(issuesTexts).bulkBar;
 */
export function useTexts<T>(texts: Readonly<Record<Locale, T>>): T {
  return texts[useLocale()];
}
