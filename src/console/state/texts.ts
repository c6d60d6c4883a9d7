import { type Locale, useLocale } from './preferences';

/** Widens the types of texts, so that another language can replace them. */
export type Translated<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<T[Name]>;
};

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
