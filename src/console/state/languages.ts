/**
 * Returns the names of languages that `Intl` accepts; English if there are none. Some systems give names such as
 * `en-US@posix` or `en_US`.
 */
export function validLanguages(names: readonly string[]): readonly [string, ...string[]] {
  const [first, ...rest] = names.flatMap((name) => {
    try {
      return Intl.getCanonicalLocales(repaired(name));
    } catch {
      return [];
    }
  });
  return first === undefined ? ['en'] : [first, ...rest];
}

/** Returns a name of POSIX, such as `de_AT.UTF-8@euro`, as one of the web. */
function repaired(name: string): string {
  return name.replace(/[.@].*$/s, '').replaceAll('_', '-');
}

/** Replaces the languages of the browser by the valid ones, for libraries too. */
export function repairLanguages(browser: { readonly language: string; readonly languages: readonly string[] }): void {
  const languages = validLanguages(browser.languages.length === 0 ? [browser.language] : browser.languages);
  Object.defineProperty(browser, 'languages', { value: Object.freeze(languages), configurable: true });
  Object.defineProperty(browser, 'language', { value: languages[0], configurable: true });
}
