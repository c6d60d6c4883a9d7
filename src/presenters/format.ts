declare const meaning: unique symbol;

/** JSON text that is known to read as a `T`: stored records are shown without being parsed and written again. */
export type Json<T> = string & { readonly [meaning]?: T };

/** Says that `text` reads as a `T`. The one place where that is claimed instead of checked by the compiler. */
export function json<T>(text: string): Json<T> {
  return text;
}

/** A JSON list of records that are JSON texts already. */
export function jsonList<T>(records: readonly Json<T>[]): Json<T[]> {
  return json(`[${records.join(',')}]`);
}

/** ISO 8601 in UTC; fractions only where there are some (reference/endpoints.md §7.9). */
export function presentTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** ISO 8601 in UTC, in whole seconds (decisions.md D14). */
export function presentSeconds(milliseconds: number): string {
  return presentTime(Math.floor(milliseconds / 1000) * 1000);
}
