import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { join, keysOf, type Node, type Part, textOf } from './document';
import { type Effect, RULES, type RuleId } from './rules';

/** The part of a review about one change. */
export interface Finding {
  readonly kind: 'break' | 'addition' | 'deprecation' | 'documentation';
  readonly what: string;
  /** The reason why the change breaks a client. */
  readonly why?: string | undefined;
  /** Every place that the change reaches, such as `updateProject, request body, \`name\``. */
  readonly places: readonly string[];
  /** Names that the change log must contain if this breaks clients: operationIds, names of webhooks and the like. */
  readonly subjects: readonly string[];
  /** The place of the change: in the new contract, or in the old one if something was removed. */
  readonly part: Part;
  readonly isBefore: boolean;
  /** The promise for something deprecated that is gone. */
  readonly deprecation?: Deprecation | undefined;
}

/** Since when something is deprecated, and the day until which it stays at least: `x-deprecation`. */
export interface Deprecation {
  readonly version: string;
  readonly date: string;
  readonly sunset: string;
}

export function deprecationOf(node: Node | undefined): Deprecation | undefined {
  if (node === undefined) return undefined;
  return { version: textOf(node['version']), date: textOf(node['date']), sunset: textOf(node['sunset']) };
}

/** The keyword that a rule is about, to point to its line. */
const KEYWORDS: Readonly<Partial<Record<RuleId, string>>> = {
  'type-changed': 'type',
  'null-new': 'type',
  'null-lost': 'type',
  'values-new': 'enum',
  'values-lost': 'enum',
  'value-changed': 'const',
};

type Direction = 'input' | 'output';

/** A place in an operation or webhook, and whether values go from or to the service there. */
export class Side {
  constructor(
    /** As the change log names it. */
    readonly subject: string,
    readonly kind: 'operation' | 'webhook',
    /** `input` for values that the service accepts, `output` for values that it sends. */
    readonly direction: Direction,
    readonly labels: readonly string[] = [kind === 'webhook' ? `webhook ${subject}` : subject],
    readonly field = '',
  ) {}

  /** The place as a reviewer says it. */
  get place(): string {
    return [...this.labels, ...(this.field === '' ? [] : [`\`${this.field}\``])].join(', ');
  }

  /** One part, such as a parameter or a reply. */
  part(label: string, direction = this.direction): Side {
    return new Side(this.subject, this.kind, direction, [...this.labels, label]);
  }

  /** The reply goes the other way. */
  reply(status: string): Side {
    return this.part(`reply ${status}`, this.direction === 'input' ? 'output' : 'input');
  }

  member(name: string): Side {
    const field = name === '[]' || this.field === '' ? this.field + name : `${this.field}.${name}`;
    return new Side(this.subject, this.kind, this.direction, this.labels, field);
  }

  /** Reports a finding by its rule. Accepted values must not become fewer, and sent values must not become more. */
  report(id: RuleId, part: Part, values: Readonly<Record<string, string>> = {}, effect?: Effect): Finding[] {
    const rule = RULES[id];
    const { direction, kind, place, subject } = this;
    const actual = effect ?? rule.effect;
    const isBreak = actual === 'both' || actual === (direction === 'input' ? 'narrows' : 'widens');
    const isOperation = kind === 'operation';
    const words: Readonly<Record<string, string>> = {
      ...values,
      Requests: isOperation ? 'Requests' : 'Replies',
      Client: isOperation ? 'A client' : 'A receiver',
      clients: isOperation ? 'clients' : 'receivers',
    };
    const keyword = [values['name'], values['key'], KEYWORDS[id]].find((key) => key !== undefined && key in part.node);
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, name: string) => words[name] ?? all);
    return [
      {
        kind: isBreak ? 'break' : 'addition',
        what: fill(rule[direction][0]),
        why: isBreak ? fill(rule[direction][1] ?? '') : undefined,
        places: [place],
        subjects: [subject],
        part: keyword === undefined ? part : { ...part, at: join(part.at, keyword) },
        isBefore: id.endsWith('removed'),
      },
    ];
  }

  reportIf(isChanged: boolean, ...report: Parameters<Side['report']>): Finding[] {
    return isChanged ? this.report(...report) : [];
  }

  /** Something is gone. If it was deprecated, it was promised to stay for a while. */
  reportRemoved(id: RuleId, part: Part, values: Readonly<Record<string, string>> = {}, extension?: Node): Finding[] {
    const deprecation = deprecationOf(extension ?? part.node['x-deprecation']);
    return this.report(id, part, values).map((finding) => ({ ...finding, deprecation }));
  }
}

/** Joins equal findings about one place in the contract: each then lists every place that it reaches. */
export function joinFindings(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding>();
  for (const finding of findings) {
    const key = [finding.kind, finding.what, finding.why, finding.part.at, finding.isBefore].join('\n');
    const group = groups.get(key);
    const places = [...new Set([...(group?.places ?? []), ...finding.places])];
    const subjects = [...new Set([...(group?.subjects ?? []), ...finding.subjects])];
    groups.set(key, { ...finding, places, subjects });
  }
  return joinSiblings([...groups.values()]);
}

/** Joins findings that say the same of several fields of the same objects. */
function joinSiblings(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const objects = finding.places.map((place) => place.replace(/[^.`]+`$/, ''));
    const { kind, what, why, isBefore, deprecation } = finding;
    const key = JSON.stringify([kind, what, why, isBefore, deprecation, objects]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined || first.places.some((place) => !place.endsWith('`')))
      return [first ?? [], ...others].flat();
    const fieldOf = ({ places }: Finding, index: number) => /[^.`]+`$/.exec(places[index] ?? '')?.[0] ?? '';
    const places = first.places.map((place, index) =>
      [place, ...others.map((other) => `\`${fieldOf(other, index)}`)].join(', '),
    );
    return [{ ...first, places }];
  });
}

/** `file:line` of a finding, from the names that the bundle takes over from files; empty if it is in none. */
export function locate({ part, isBefore }: Finding, folder: string): string {
  const keys = keysOf(part.at);
  const [first = '', second = '', third = ''] = keys;
  const { tags, operationId } = part.root['paths']?.[second]?.[third] ?? {};
  const files = [
    `${second}/${third}.yaml`,
    `webhooks/${second}.yaml`,
    `operations/${textOf(tags?.[0])}/${textOf(operationId)}.yaml`,
    'openapi.yaml',
  ].map((name) => `openapi/${name}`);
  const file = files
    .slice(['components', 'webhooks', 'paths'].indexOf(first))
    .find((name) => existsSync(path.join(folder, name)));
  if (file === undefined || keys.length === 0) return '';
  const inside = file === 'openapi/openapi.yaml' ? keys : keys.slice(3);
  return `${file}:${lineOf(readFileSync(path.join(folder, file), 'utf8'), inside)}${isBefore ? ' (before)' : ''}`;
}

/** Returns the line of the innermost of nested keys that has one of its own in a YAML file in block style. */
export function lineOf(text: string, keys: readonly string[]): number {
  const lines = text.split('\n');
  const indentOf = (index: number) => /^ */.exec(lines[index] ?? '')?.[0].length ?? 0;
  let [from, indent, lineIndex] = [0, -1, 0];
  for (const key of keys) {
    const inner = lines.findIndex((line, index) => index >= from && /^ *[^ #]/.test(line));
    const depth = indentOf(inner);
    let [item, match] = [-1, -1];
    for (let index = inner; depth > indent && index >= 0 && index < lines.length && match < 0; index += 1) {
      const line = (lines[index] ?? '').trim();
      if (line !== '' && indentOf(index) < depth) break;
      if (indentOf(index) > depth) continue;
      if (line.startsWith('- ')) item += 1;
      const isItem = line.startsWith('- ') && String(item) === key;
      if (isItem || [key, `'${key}'`, `"${key}"`].some((name) => line.startsWith(`${name}:`))) match = index;
    }
    if (match < 0) break;
    // The first key of a list's item stands on the line of the item.
    const isItem = (lines[match] ?? '').trim().startsWith('- ');
    if (isItem) lines[match] = (lines[match] ?? '').replace('- ', '  ');
    [from, indent, lineIndex] = [isItem ? match : match + 1, depth, match];
  }
  return lineIndex + 1;
}
