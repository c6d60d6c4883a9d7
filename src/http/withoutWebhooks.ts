type DocumentPart = Readonly<Record<string, unknown>>;

/**
 * Returns a copy of the bundled contract without its webhooks, for generators of clients that cannot read them.
 * Components and tags that only webhooks use are left out too.
 */
export function withoutWebhooks(document: object): object {
  const { webhooks = {}, components = {}, tags = [], ...rest } = document as DocumentPart;
  const kept = reachableComponents(document, rest);
  const dropped = new Set([...reachableComponents(document, webhooks)].filter((pointer) => !kept.has(pointer)));
  const keptTags = tagsOf(rest['paths']);
  const droppedTags = new Set([...tagsOf(webhooks)].filter((tag) => !keptTags.has(tag)));
  return {
    ...rest,
    tags: (tags as { name: string }[]).filter(({ name }) => !droppedTags.has(name)),
    components: Object.fromEntries(
      Object.entries(components as Record<string, DocumentPart>)
        .map(([kind, named]) => [kind, withoutComponents(kind, named, dropped)] as const)
        .filter(([, named]) => Object.keys(named).length > 0),
    ),
  };
}

function withoutComponents(kind: string, named: DocumentPart, dropped: ReadonlySet<string>): DocumentPart {
  return Object.fromEntries(Object.entries(named).filter(([name]) => !dropped.has(`#/components/${kind}/${name}`)));
}

/** Returns the pointers of all components that a part of the document refers to, directly or through others. */
function reachableComponents(document: object, part: unknown): Set<string> {
  const { components = {} } = document as { components?: Record<string, DocumentPart> };
  const pointers = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)/.exec(String((node as DocumentPart)['$ref'])) ?? [];
    if (kind !== undefined && name !== undefined && !pointers.has(`#/components/${kind}/${name}`)) {
      pointers.add(`#/components/${kind}/${name}`);
      visit(components[kind]?.[name]);
    }
    Object.values(node).forEach(visit);
  };
  visit(part);
  return pointers;
}

/** Returns the tags of the operations of path items. */
function tagsOf(items: unknown): Set<string> {
  const operations = Object.values(items as Record<string, Record<string, unknown>>).flatMap((item) =>
    Object.values(item),
  );
  return new Set(operations.flatMap((operation) => (operation as { tags?: string[] }).tags ?? []));
}
