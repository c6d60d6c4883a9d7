import { type Locale, useLocale } from './preferences';

/** A text, or a function that makes a text of the values in it. */
type Text = string | ((...values: never[]) => string);

/** The texts of a part of the console, by name, in each language. The compiler requires every text in all of them. */
export type Texts<T> = Readonly<Record<Locale, T>>;

/** Widens the types of texts, so that another language can replace them. */
type Translated<T> = {
  readonly [Name in keyof T]: T[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

/**
 * Declares the texts of a part of the console.
 *
 * @example
 * const TEXTS = defineTexts({
 *   en: { title: 'Issues', selected: (count: number) => `${count} selected` },
 *   de: { title: 'Issues', selected: (count) => `${count} ausgewählt` },
 * });
 */
export function defineTexts<const T extends Readonly<Record<string, Text>>>(texts: {
  readonly en: T;
  readonly de: Translated<NoInfer<T>>;
}): Texts<Translated<T>>;
export function defineTexts(texts: Texts<unknown>): Texts<unknown> {
  return texts;
}

/** Returns the texts in the language of the reader. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLocale()];
}
