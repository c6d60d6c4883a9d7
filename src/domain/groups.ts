/** Groups elements by a key, in their order. Leaves out those whose key is undefined. */
export function groupBy<Element, Key>(
  elements: readonly Element[],
  keyOf: (element: Element, index: number) => Key | undefined,
): Map<Key, [Element, ...Element[]]> {
  const groups = new Map<Key, [Element, ...Element[]]>();
  for (const [index, element] of elements.entries()) {
    const key = keyOf(element, index);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return groups;
}
