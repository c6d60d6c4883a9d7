import { isDeepStrictEqual } from 'node:util';

/** Returns the given names whose values differ before and after a change, for the audit log. */
export function changedFields(names: readonly string[], before: object, after: object): string[] {
  const valueOf = (from: object, name: string) => (from as Readonly<Record<string, unknown>>)[name];
  return names.filter((name) => !isDeepStrictEqual(valueOf(before, name), valueOf(after, name)));
}
