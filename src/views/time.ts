/** ISO 8601 in UTC; fractions only where there are some (reference/endpoints.md §7.9). */
export function presentTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** ISO 8601 in UTC, in whole seconds (decisions.md D14). */
export function presentSeconds(milliseconds: number): string {
  return presentTime(Math.floor(milliseconds / 1000) * 1000);
}
