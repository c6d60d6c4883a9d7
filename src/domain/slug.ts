/** What a slug may look like: lower-case letters, digits, `_` and `-`, and not digits alone (decisions.md D10). */
const SLUG_PATTERN = /^(?![0-9]+$)[a-z0-9_-]{1,100}$/;

/** Whether `text` can be a slug. */
export function isSlug(text: string): boolean {
  return SLUG_PATTERN.test(text);
}
