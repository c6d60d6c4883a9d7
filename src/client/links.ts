/**
 * The cursor of the next page, from a list's `Link` header; null if there is none. The cursor is taken instead of the address, so
 * that the token is only ever sent to the base URL the client was made for.
 */
export function nextCursor(link: string | null): string | null {
  for (const [, attributes = ''] of (link ?? '').matchAll(/<[^>]*>((?:\s*;\s*\w+="[^"]*")*)/g)) {
    const values = new Map([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    if (values.get('rel') === 'next' && values.get('results') === 'true') return values.get('cursor') ?? null;
  }
  return null;
}
