declare const meaning: unique symbol;

/** JSON text of a `T`. Stored records are sent as text, without being parsed. */
export type Json<T> = string & { readonly [meaning]?: T };

/** Asserts that a text is the JSON of a `T`. The compiler does not check it. */
export function json<T>(text: string): Json<T> {
  return text;
}

/** Joins JSON texts to the text of a JSON list. */
export function jsonList<T>(records: readonly Json<T>[]): Json<T[]> {
  return json(`[${records.join(',')}]`);
}

/** Formats a time as ISO 8601 in UTC, with milliseconds only if they are not zero. */
export function presentTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** Formats a time, or returns null if there is none. */
export function presentTimeOrNull(milliseconds: number | null | undefined): string | null {
  return milliseconds === null || milliseconds === undefined ? null : presentTime(milliseconds);
}

/** Formats a time as ISO 8601 in UTC, in whole seconds (openapi/DECISIONS.md D14). */
export function presentSeconds(milliseconds: number): string {
  return presentTime(Math.floor(milliseconds / 1000) * 1000);
}
