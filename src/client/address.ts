/** A value that a parameter can have. */
type Value = string | number | boolean | null | undefined;

/**
 * Writes the query of a request. A list becomes one pair for each member.
 *
 * An empty list must never read as "all of them", and neither must a value that is undefined by mistake. A list is therefore sent
 * as `id=` if it is empty, and so is, where `keepsUndefined`, a name without a value: the service refuses both.
 */
export function writeQuery(query: Readonly<Record<string, Value | readonly Value[]>>, keepsUndefined: boolean): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (isList(value))
      (value.length === 0 ? [''] : value).forEach((member) => search.append(name, String(member ?? '')));
    else if (value !== undefined && value !== null) search.append(name, String(value));
    else if (keepsUndefined) search.append(name, '');
  }
  return search.toString();
}

function isList(value: Value | readonly Value[]): value is readonly Value[] {
  return Array.isArray(value);
}

/**
 * Fills a path's parameters in. Values that would make it the path of another operation are refused.
 * @throws TypeError for a missing, empty, `.` or `..` value
 */
export function writePath(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (['', '.', '..'].includes(value)) throw new TypeError(`The path parameter ${name} may not be "${value}".`);
    return encodeURIComponent(value);
  });
}
