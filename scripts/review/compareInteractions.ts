import { compareDeprecations, compareDuty, compareNumbers, quote, reportNew, SchemaComparison } from './compareSchemas';
import {
  child,
  children,
  type Interaction,
  interactionsOf,
  isRecord,
  join,
  type Node,
  ofBoth,
  type Part,
  rootOf,
  type Schema,
  textOf,
  textsOf,
} from './document';
import { type Finding, Side } from './findings';
import { variantsOf } from './schema';

/** Compares what programs meet: operations, webhooks, callbacks, security schemes, servers and names of schemas. */
export function compareInterfaces(before: Node, after: Node): Finding[] {
  const references = new References(before);
  const schemas = new SchemaComparison(references.compareWith(before, after));
  const [old, fresh] = [interactionsOf(before), interactionsOf(after)];
  const pairs = pairInteractions(old, fresh);
  const isAlone = (interaction: Interaction) => !pairs.some((one) => one.includes(interaction));
  const remaining = pairs.map(([one]) => one);
  return [
    ...old.filter(isAlone).flatMap((one) => {
      return sideOf(one).reportRemoved('interaction-removed', one.part, { title: one.title });
    }),
    ...fresh.filter(isAlone).flatMap((one) => {
      const effect = one.kind === 'webhook' ? 'narrows' : 'widens';
      return sideOf(one).report('interaction-new', one.part, { title: one.title }, effect);
    }),
    ...pairs.flatMap(([one, other]) => new InteractionComparison(one, other, schemas).compare()),
    ...compareSchemes(rootOf(before), rootOf(after)),
    ...compareServers(rootOf(before), rootOf(after), new Side('servers', 'operation', 'input')),
    ...lostSchemas(before, after, references, remaining),
  ];
}

/** Pairs interactions by method and path; an operation that moved is found by its operationId. */
function pairInteractions(before: readonly Interaction[], after: readonly Interaction[]): [Interaction, Interaction][] {
  const byKey = new Map(after.map((one) => [one.key, one]));
  const formerKeys = new Set(before.map(({ key }) => key));
  const moved = new Map(after.filter(({ key }) => !formerKeys.has(key)).map((one) => [`${one.kind} ${one.name}`, one]));
  return before.flatMap((one) => {
    const other = byKey.get(one.key) ?? moved.get(`${one.kind} ${one.name}`);
    return other === undefined ? [] : [[one, other] as [Interaction, Interaction]];
  });
}

/** Returns the side of the service: it reads the request of an operation, and sends the request of a webhook. */
function sideOf({ name, kind }: Interaction): Side {
  return new Side(name, kind, kind === 'operation' ? 'input' : 'output');
}

function pairs<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>) {
  return [...new Set([...before.keys(), ...after.keys()])].map(
    (key) => [key, before.get(key), after.get(key)] as const,
  );
}

/** Compares a part that one side may lack. @param compare compares both, if they are there */
function compareOptional(
  old: Part | undefined,
  fresh: Part | undefined,
  side: Side,
  compare: (old: Part, fresh: Part) => Finding[],
): Finding[] {
  if (fresh === undefined) return old === undefined ? [] : side.reportRemoved('removed', old);
  if (old === undefined) return reportNew(isTrue(fresh, 'required'), side, fresh);
  const [was, is] = ofBoth(old, fresh, (part) => isTrue(part, 'required'));
  return [
    ...compareDuty(was, is, side, fresh),
    ...compareDeprecations([old], [fresh], side, fresh),
    ...compare(old, fresh),
  ];
}

class InteractionComparison {
  readonly #side: Side;

  constructor(
    readonly before: Interaction,
    readonly after: Interaction,
    readonly schemas: SchemaComparison,
  ) {
    this.#side = sideOf(before);
  }

  compare(): Finding[] {
    const { before, after } = this;
    if (before.key === after.key && this.#isUntouched()) return [];
    const moved = { from: before.title, to: after.title };
    return [
      ...this.#side.reportIf(before.key !== after.key, 'interaction-moved', after.part, moved),
      ...this.#compareNames(),
      ...compareDeprecations([before.part], [after.part], this.#side, after.part),
      ...compareSecurity(before, after, this.#side),
      ...this.#compareParameters(),
      ...this.#compareBodies(),
      ...this.#compareReplies(),
      ...this.#compareOwnServers(),
    ];
  }

  #isUntouched(): boolean {
    const partsOf = ({ part, item, title }: Interaction) => [
      part,
      ...['parameters', 'servers'].map((key) => ({ ...item, node: item.node[key] ?? {} })),
      // The names of path parameters stand in the title.
      { ...part, node: { title, security: part.root['security'] } as unknown as Node },
    ];
    const after = partsOf(this.after);
    return partsOf(this.before).every((part, index) => this.schemas.isSame(part, after[index] ?? part));
  }

  /** Names that generated code takes over. */
  #compareNames(): Finding[] {
    const [before, after] = [this.before.part.node, this.after.part.node];
    const [from, to] = ofBoth(before, after, (node) => quote(node['operationId']));
    const lost = textsOf(before['tags']).filter((tag) => !textsOf(after['tags']).includes(tag));
    return [
      ...this.#side.reportIf(from !== to, 'operation-id', this.after.part, { from, to }),
      ...this.#side.reportIf(lost.length > 0, 'tag-lost', this.after.part, { list: lost.map(quote).join(', ') }),
    ];
  }

  #compareParameters(): Finding[] {
    const [before, after] = [parametersOf(this.before), parametersOf(this.after)];
    const isMoved = (name: string) =>
      [before, after].every((map) => [...map.values()].some((one) => one.name === name && one.place !== 'path'));
    return pairs(before, after).flatMap(([, old, fresh]) => {
      const side = this.#side.part(labelOf((old ?? fresh) as Parameter, this.before));
      if (old !== undefined && fresh !== undefined) return this.#compareParameter(old, fresh, side);
      if (old === undefined)
        return fresh === undefined || isMoved(fresh.name) ? [] : reportNew(fresh.isRequired, side, fresh.part);
      const target = isMoved(old.name) ? [...after.values()].find(({ name }) => name === old.name) : undefined;
      if (target === undefined) return side.reportRemoved('removed', old.part);
      return side.report('parameter-moved', target.part, { to: target.place });
    });
  }

  #compareParameter(old: Parameter, fresh: Parameter, side: Side): Finding[] {
    const { part, form } = fresh;
    const changed = Object.keys(form).filter((key) => old.form[key] !== form[key]);
    const [pattern, now] = ofBoth(old, fresh, (one) => one.part.node['x-text-pattern'] as unknown);
    const isRenamed = old.name !== fresh.name && old.place === 'path';
    return [
      ...side.reportIf(isRenamed, 'parameter-renamed', part, { to: fresh.name }),
      ...compareDuty(old.isRequired, fresh.isRequired, side, part),
      ...compareDeprecations([old.part], [part], side, part),
      ...this.schemas.compare(old.schema, fresh.schema, side, part),
      ...side.reportIf(pattern !== now, now === undefined ? 'text-form-free' : 'text-form', part, { to: quote(now) }),
      ...changed.flatMap((key) => {
        const values = { key, from: quote(old.form[key]), to: quote(form[key]) };
        if (!key.startsWith('allow')) return side.report('parameter-form', part, values);
        return side.report('parameter-flag', part, values, form[key] === true ? 'widens' : 'narrows');
      }),
    ];
  }

  #compareBodies(): Finding[] {
    const [before, after] = ofBoth(this.before, this.after, ({ part }) => child(part, 'requestBody'));
    const side = this.#side.part(this.before.kind === 'operation' ? 'request body' : 'payload');
    return compareOptional(before, after, side, (old, fresh) => [
      ...['x-max-body-bytes', 'x-max-wire-bytes'].flatMap((key) => {
        const [was, is] = ofBoth(old, fresh, ({ node }) => node[key] as unknown as number | undefined);
        return compareNumbers(key, was, is, true, side, fresh);
      }),
      ...this.#compareContent(old, fresh, side),
    ]);
  }

  #compareContent(before: Part, after: Part, side: Side): Finding[] {
    const [old, fresh] = [contentOf(before), contentOf(after)];
    const hasChoice = old.size > 1 || fresh.size > 1;
    return pairs(old, fresh).flatMap(([name, media, other]) => {
      if (media === undefined) {
        const isRange = [...old.keys()].some((range) => range.includes('*') && !fresh.has(range));
        if (other === undefined || isRange) return [];
        // A body that was ignored is read now.
        const isWider = side.direction === 'input' && old.size > 0;
        return side.report('media-type-new', other, { name }, isWider ? 'widens' : 'narrows');
      }
      const target = other ?? fresh.get(name.replace(/\/.*/, '/*')) ?? fresh.get('*/*');
      if (target === undefined) return side.report('media-type-removed', media, { name });
      const inner = hasChoice ? side.part(`as ${name}`) : side;
      const [encoding, now] = ofBoth(media, target, ({ node }) => JSON.stringify(node['encoding'] ?? {}));
      return [
        ...this.schemas.compare(schemaOf(media), schemaOf(target), inner, target),
        ...inner.reportIf(encoding !== now, 'part-encoding', target),
      ];
    });
  }

  #compareReplies(): Finding[] {
    const [old, fresh] = ofBoth(this.before, this.after, ({ part }) => new Map(children(child(part, 'responses'))));
    const covering = (map: Map<string, Part>, status: string) =>
      map.get(status) ?? map.get(`${status.charAt(0)}XX`) ?? map.get('default');
    const lost = [...old.keys()].filter((status) => covering(fresh, status) === undefined);
    const gained = [...fresh.keys()].filter((status) => covering(old, status) === undefined);
    // A success with another status is one change, not two.
    const [from, to] = ofBoth(lost, gained, (list) => list.find(isSuccess));
    const replaced = from === undefined || to === undefined ? undefined : { from, to };
    return [...old.keys(), ...gained].flatMap((status) => {
      const side = this.#side.reply(status);
      const reply = old.get(status);
      const other = status === replaced?.from ? fresh.get(replaced.to) : covering(fresh, status);
      if (other === undefined) return reply === undefined ? [] : side.report('reply-removed', reply);
      if (reply === undefined) {
        if (status === replaced?.to) return [];
        const effect = side.direction === 'input' || isSuccess(status) ? 'widens' : 'narrows';
        return side.report('reply-new', other, {}, effect);
      }
      const changed = status === replaced?.from ? side.report('reply-status', other, { to: replaced.to }) : [];
      return [...changed, ...this.#compareHeaders(reply, other, side), ...this.#compareContent(reply, other, side)];
    });
  }

  #compareHeaders(before: Part, after: Part, reply: Side): Finding[] {
    const named = (part: Part) =>
      new Map(children(child(part, 'headers')).map(([name, header]) => [name.toLowerCase(), { name, header }]));
    return pairs(named(before), named(after)).flatMap(([, one, other]) => {
      const side = reply.part(`header \`${(one ?? other)?.name}\``);
      return compareOptional(one?.header, other?.header, side, (old, fresh) =>
        this.schemas.compare(schemaOf(old), schemaOf(fresh), side, fresh),
      );
    });
  }

  /** Compares the servers of the operation or its path; the servers of the whole contract are compared once. */
  #compareOwnServers(): Finding[] {
    const own = ({ part, item }: Interaction) => [part, item].find((one) => 'servers' in one.node);
    const [old, fresh] = [own(this.before), own(this.after)];
    if (old === undefined && fresh === undefined) return [];
    return compareServers(old ?? rootOf(this.before.part.root), fresh ?? rootOf(this.after.part.root), this.#side);
  }
}

/** True if a client treats the reply as a success. It gets 304 only if it asked for it. */
function isSuccess(status: string): boolean {
  return /^[123]/.test(status) && status !== '304';
}

function isTrue({ node }: Part, key: string): boolean {
  return (node[key] as unknown) === true;
}

/** Media types in lower case, without a charset. */
function contentOf(part: Part): Map<string, Part> {
  return new Map(
    children(child(part, 'content')).map(([type, media]) => [type.toLowerCase().replace(/ *;.*/, ''), media]),
  );
}

function schemaOf(part: Part): Schema {
  const node = part.node['schema'];
  return node === undefined ? [] : [{ ...part, node, at: join(part.at, 'schema') }];
}

interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly part: Part;
  /** The serialization of the parameter, with the defaults of the specification filled in. */
  readonly form: Readonly<Record<string, string | boolean>>;
}

/** A receiver of a webhook reads its header parameters as headers. */
function labelOf({ place, name }: Parameter, { kind }: Interaction): string {
  return kind === 'webhook' && place === 'header' ? `header \`${name}\`` : `${place} parameter \`${name}\``;
}

/** Returns the parameters of an interaction, its own before its path's. A name in the path counts by its position. */
function parametersOf({ part, item, title }: Interaction): Map<string, Parameter> {
  const template = [...title.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const all = [item, part].flatMap((one) => children(child(one, 'parameters'))).map(([, node]) => readParameter(node));
  return new Map(
    all.map((parameter) => {
      const { place, name } = parameter;
      const key = place === 'path' ? template.indexOf(name) : place === 'header' ? name.toLowerCase() : name;
      return [`${place} ${key}`, parameter];
    }),
  );
}

function readParameter(part: Part): Parameter {
  const { node } = part;
  const place = textOf(node['in']);
  const [[type, media] = ['', part]] = children(child(part, 'content'));
  const schema = schemaOf(media);
  const style = textOf(node['style'] ?? (['query', 'cookie'].includes(place) ? 'form' : 'simple'));
  // A plain value is written alike, exploded or not.
  const isCompound = variantsOf(schema).some((variant) => ['array', 'object'].includes(variant.type));
  const explode = isCompound && ('explode' in node ? isTrue(part, 'explode') : style === 'form');
  return {
    name: textOf(node['name']),
    place,
    isRequired: place === 'path' || isTrue(part, 'required'),
    // An empty list of repeated parameters is not sent at all.
    schema: style === 'form' && explode ? [...schema, { ...part, node: { minItems: 1 } as unknown as Node }] : schema,
    part,
    form: {
      style,
      explode,
      content: type || 'none',
      allowReserved: isTrue(part, 'allowReserved'),
      allowEmptyValue: isTrue(part, 'allowEmptyValue'),
    },
  };
}

/** One way to authenticate: schemes, each with its scopes, all of which a caller needs. */
interface Requirement {
  readonly needs: readonly string[];
  readonly name: string;
}

function requirementsOf({ part }: Interaction): Requirement[] {
  const security = Object.values(part.node['security'] ?? part.root['security'] ?? {});
  if (security.length === 0) return [{ needs: [], name: 'no credentials at all' }];
  return security.map((requirement) => {
    const schemes = Object.entries(requirement).map(([scheme, scopes]) => ({ scheme, scopes: textsOf(scopes) }));
    return {
      needs: schemes.flatMap(({ scheme, scopes }) => [scheme, ...scopes.map((scope) => `${scheme} ${scope}`)]),
      name: schemes.map(nameOf).join(' and ') || 'no credentials at all',
    };
  });
}

/** Returns the name of a security requirement: scopes for tokens, the name of the scheme for others. */
function nameOf({ scheme, scopes }: { readonly scheme: string; readonly scopes: readonly string[] }): string {
  if (scopes.length === 0) return quote(scheme);
  return (scheme === 'bearer' ? '' : `${quote(scheme)} with `) + scopes.map(quote).join(' and ');
}

/** An alternative that needs no more than one before keeps its callers. */
function compareSecurity(before: Interaction, after: Interaction, side: Side): Finding[] {
  const [old, fresh] = [requirementsOf(before), requirementsOf(after)];
  const accepts = (list: readonly Requirement[], { needs }: Requirement) =>
    list.some((one) => one.needs.every((need) => needs.includes(need)));
  const lost = old.filter((one) => !accepts(fresh, one));
  const gained = fresh.filter((one) => !accepts(old, one));
  const names = (requirements: readonly Requirement[], word = ', ') => requirements.map(({ name }) => name).join(word);
  const part = child(after.part, 'security') ?? after.part;
  if (lost.some(({ needs }) => needs.length === 0))
    return side.report('credentials-required', part, { list: names(fresh) });
  return [
    ...side.reportIf(lost.length > 0, 'credentials-lost', part, { list: names(lost), others: names(fresh, ' or ') }),
    ...side.reportIf(gained.length > 0, 'credentials-new', part, { list: names(gained) }),
  ];
}

function compareSchemes(before: Part, after: Part): Finding[] {
  const [old, fresh] = ofBoth(before, after, (root) => new Map(children(child(root, 'components', 'securitySchemes'))));
  return pairs(old, fresh).flatMap(([name, scheme, other]) => {
    const side = new Side(name, 'operation', 'input', [`security scheme ${name}`]);
    if (other === undefined) return scheme === undefined ? [] : side.report('scheme-removed', scheme);
    if (scheme === undefined) return side.report('scheme-new', other);
    const keys = [...new Set([...Object.keys(scheme.node), ...Object.keys(other.node)])];
    return keys.flatMap((key) => {
      if (['description', 'bearerFormat'].includes(key) || key.startsWith('x-')) return [];
      const [from, to] = ofBoth(scheme, other, ({ node }) =>
        quote(key === 'scheme' ? textOf(node[key]).toLowerCase() : node[key]),
      );
      return side.reportIf(from !== to, 'scheme-changed', other, { key, from, to });
    });
  });
}

function compareServers(before: Part, after: Part, side: Side): Finding[] {
  const [old, fresh] = [addressesOf(before), addressesOf(after)];
  const lost = old.filter((address) => !fresh.includes(address)).map(quote);
  const gained = fresh.filter((address) => !old.includes(address)).map(quote);
  const part = child(after, 'servers') ?? after;
  const [from = '', to = ''] = [lost[0], gained[0]];
  if (lost.length === 1 && gained.length === 1) return side.report('server-changed', part, { from, to });
  return [
    ...lost.flatMap((address) => side.report('server-lost', part, { from: address })),
    ...gained.flatMap((address) => side.report('server-new', part, { to: address })),
  ];
}

/**
 * Returns the addresses that clients use: a template with each listed value of its variables, else with their defaults.
 */
function addressesOf({ node }: Part): string[] {
  const servers = Object.values(node['servers'] ?? {});
  const addresses = servers.flatMap((server) =>
    Object.entries(server['variables'] ?? {}).reduce(
      (urls, [name, variable]) => {
        const values = 'enum' in variable ? textsOf(variable['enum']) : [textOf(variable['default'])];
        return urls.flatMap((url) => values.map((value) => url.replaceAll(`{${name}}`, value)));
      },
      [textOf(server['url'])],
    ),
  );
  if (servers.length === 0) return ['/'];
  return addresses.map((address) => (address === '/' ? address : address.replace(/\/$/, '')));
}

/** Reports schemas that were removed or renamed, although an interaction that reached them still exists. */
function lostSchemas(before: Node, after: Node, references: References, remaining: readonly Interaction[]): Finding[] {
  const [old, fresh] = ofBoth(before, after, (root) => root['components']?.['schemas'] ?? {});
  const lost = Object.keys(old).filter((name) => !(name in fresh));
  if (lost.length === 0) return [];
  const reached = new Set(
    remaining.flatMap(({ part, item }) => [
      ...references.reach(part.node),
      ...references.reach(item.node['parameters'] ?? {}),
    ]),
  );
  return lost.flatMap((name) => {
    const at = `#/components/schemas/${name}`;
    const part = { root: before, node: old[name] ?? {}, at };
    const side = new Side(name, 'operation', 'input', [`schema ${name}`]);
    return side.reportIf(reached.has(at), 'schema-removed', part);
  });
}

/** The references of a contract's nodes, direct and through other references. */
class References {
  readonly #direct = new Map<string, readonly string[]>();

  constructor(document: Node) {
    for (const [kind, parts] of Object.entries(document['components'] ?? {}))
      for (const [name, part] of Object.entries(parts))
        this.#direct.set(`#/components/${kind}/${name}`, referencesIn(part));
  }

  /** Pointers to the components that a node reaches. */
  reach(node: Node): Set<string> {
    const reached = new Set<string>();
    const open = referencesIn(node);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      // A reference into a component depends on the whole component.
      const component = next.split('/').slice(0, 4).join('/');
      if (reached.has(component)) continue;
      reached.add(component);
      open.push(...(this.#direct.get(component) ?? []));
    }
    return reached;
  }

  /** Returns a function that returns true if two parts are written alike, with everything that they refer to. */
  compareWith(before: Node, after: Node): (one: Part, other: Part) => boolean {
    const textOfComponent = (root: Node, pointer: string) => {
      const [, , kind = '', name = ''] = pointer.split('/');
      return JSON.stringify(root['components']?.[kind]?.[name]);
    };
    const changed = new Set(
      [...this.#direct.keys()].filter(
        (pointer) => textOfComponent(before, pointer) !== textOfComponent(after, pointer),
      ),
    );
    return (one, other) =>
      isRecord(one.node) &&
      JSON.stringify(one.node) === JSON.stringify(other.node) &&
      ![...this.reach(one.node)].some((pointer) => changed.has(pointer));
  }
}

function referencesIn(node: Node): string[] {
  return [...JSON.stringify(node).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '');
}
