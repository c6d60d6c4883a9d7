import { cut, harmless } from '../domain/text';

const MAX_PATH = 2048;
const MAX_NAME = 512;

/** Bundlers invent schemes, with the name of the package in place of a host. */
const BUNDLER = /^(?!https?:|file:|app:)[a-z][a-z0-9+.-]*:\/\/(?:@[^/]+\/)?[^/]*\//i;
const SERVED = /^(?:https?|file|app):\/\/[^/]*/i;

/** A source of a map as the path of an original file: `webpack://shop/./src/pay.ts?3f2a` is `src/pay.ts` (reference/ingest.md §5 step 6). */
export function cleanFilename(source: string): string {
  const path = source.replace(SERVED, '').replace(BUNDLER, '').replace(/\?.*$/, '');
  return tidy(path.replace(/^(?:\.{1,2}\/)+/, ''), MAX_PATH);
}

/** The path without its extension; in a package, from the package's name on. */
export function moduleOf(filename: string): string | null {
  const path = filename.replace(/^.*(?<=^|\/)node_modules\//, '').replace(/^\/+/, '');
  const module = path.replace(/\.[cm]?[jt]sx?$|\.(?:vue|svelte|coffee)$/i, '');
  return module === '' ? null : tidy(module, MAX_NAME);
}

/** Whether the path is that of a package or of what a bundler adds, not of the application (reference/ingest.md §5 step 6). */
export function isThirdParty(source: string): boolean {
  return /(?:^|\/)(?:node_modules|~)\/|(?:^|\/)\(?webpack\)?\/(?:bootstrap|runtime|buildin)|^[^/]*:\/\/[^/]*\/external /.test(
    source,
  );
}

/** The name of a token, if a function can have it. */
export function cleanFunction(name: string | null): string | null {
  return name !== null && /^[\p{ID_Start}$_#][\p{ID_Continue}$.]*$/u.test(name) ? tidy(name, MAX_NAME) : null;
}

/** Text of a source map as it may be stored. */
export function tidy(text: string, limit = MAX_PATH): string {
  return harmless(cut(text, limit));
}
