import { Conflict } from '../domain/errors';
import { isSlug } from '../domain/slug';

/** @throws Error with one sentence unless `slug` can be one */
export function checkSlug(slug: string): void {
  if (isSlug(slug)) return;
  throw new Error(
    `--slug is "${slug}", but a slug has 1 to 100 lowercase letters, digits, hyphens and underscores, and not digits alone.`,
  );
}

/** @throws Error with one sentence unless `name` has 1 to 200 characters */
export function checkName(name: string): void {
  const { length } = [...name.trim()];
  if (length < 1 || length > 200) throw new Error(`--name has ${length} characters, but must have 1 to 200.`);
}

/** Turns a taken unique value into a sentence that says so. */
export async function refuseTaken<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Conflict ? new Error(`There is ${what} already; choose another slug.`) : error;
  }
}
