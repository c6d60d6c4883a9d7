/** A page and what the `Link` header says of its neighbours. */
export interface Page {
  readonly text: string;
  readonly previous: string;
  readonly next: string;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** @param address of the list, without its query */
export function linkHeader(
  address: string,
  search: URLSearchParams,
  { previous, next, hasPrevious, hasNext }: Page,
): string {
  const others = new URLSearchParams(search);
  others.delete('cursor');
  const prefix = `${address}?${others.size === 0 ? '' : `${others.toString()}&`}cursor=`;
  const link = (rel: string, cursor: string, exists: boolean) =>
    `<${prefix}${encodeURIComponent(cursor)}>; rel="${rel}"; results="${exists}"; cursor="${cursor}"`;
  return `${link('previous', previous, hasPrevious)}, ${link('next', next, hasNext)}`;
}
