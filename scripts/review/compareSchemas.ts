import { follow, ofBoth, type Part, type Schema } from './document';
import { deprecationOf, type Finding, type Side } from './findings';
import { type Bound, isUpper, type JsonType, keywordOf, TYPES, typeName, type Variant, variantsOf } from './schema';

/** Compares the values that schemas allow. */
export class SchemaComparison {
  readonly #open = new Set<string>();

  /** @param isSame true if two parts are written alike, with all that they refer to */
  constructor(readonly isSame: (before: Part, after: Part) => boolean) {}

  /** @param place where the schema stands, for keywords that it does not have itself */
  compare(before: Schema, after: Schema, side: Side, place: Part): Finding[] {
    const isSame = (part: Part, index: number) => after[index] !== undefined && this.isSame(part, after[index]);
    if (before.length === after.length && before.every(isSame)) return [];
    // A recursive schema reaches itself with the same pair of places.
    const key = [before, after].map((schema) => schema.map(({ at }) => at).join(' ')).join(' > ');
    if (this.#open.has(key)) return [];
    this.#open.add(key);
    const [old, fresh] = [variantsOf(before), variantsOf(after)];
    const part = follow(after[0] ?? place);
    const findings = [
      ...compareTypes(old, fresh, side, part),
      ...TYPES.flatMap((type) => this.#compareType(ofType(old, type), ofType(fresh, type), side)),
      ...(side.direction === 'input' ? compareDefaults(before, after, side, part) : []),
      ...compareDeprecations(before, after, side, part),
    ];
    this.#open.delete(key);
    return findings;
  }

  /** Pairs the variants of one type. One without a counterpart counts unless another variant has all of its values. */
  #compareType(before: readonly Variant[], after: readonly Variant[], side: Side): Finding[] {
    if (before.length === 0 || after.length === 0) return [];
    const pairs = before
      .flatMap((old) => after.map((fresh) => ({ old, fresh, findings: this.#compareVariants(old, fresh, side) })))
      .sort((a, b) => weight(a.findings) - weight(b.findings));
    const [taken, findings] = [new Set<Variant>(), [] as Finding[]];
    for (const { old, fresh, findings: findingsOfPair } of pairs) {
      if (taken.has(old) || taken.has(fresh)) continue;
      taken.add(old).add(fresh);
      findings.push(...findingsOfPair);
    }
    const isCovered = (variant: Variant) =>
      pairs.some(
        ({ old, fresh, findings: findingsOfPair }) =>
          (old === variant || fresh === variant) && !findingsOfPair.some(isBreak),
      );
    for (const variant of [...before, ...after].filter((one) => !taken.has(one) && !isCovered(one))) {
      const rule = before.includes(variant) ? 'form-lost' : 'form-new';
      findings.push(...side.report(rule, variant.part, { name: typeName(variant) }));
    }
    return findings;
  }

  #compareVariants(old: Variant, fresh: Variant, side: Side): Finding[] {
    return [
      ...compareValues(old, fresh, side),
      ...compareBounds(old, fresh, side),
      ...compareRules(old, fresh, side),
      ...(old.type === 'array' ? this.compare(old.items, fresh.items, side.member('[]'), fresh.part) : []),
      ...(old.type === 'object' ? this.#compareMembers(old, fresh, side) : []),
    ];
  }

  #compareMembers(old: Variant, fresh: Variant, side: Side): Finding[] {
    const hidden = side.direction === 'input' ? 'readOnly' : 'writeOnly';
    const visible = ({ properties }: Variant) =>
      new Map([...properties].filter(([, schema]) => (keywordOf(schema, hidden) as unknown) !== true));
    const [before, after] = [visible(old), visible(fresh)];
    const fields = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
      const [one, other, member] = [before.get(name), after.get(name), side.member(name)];
      const [wasRequired, isRequired] = [old, fresh].map(({ required }) => required.has(name));
      // A field of a map that is declared, or no longer declared, beside its entries.
      if (other === undefined && one !== undefined && fresh.rest !== null && fresh.rest.length > 0)
        return this.compare(one, fresh.rest, member, fresh.part);
      if (one === undefined && other !== undefined && old.rest !== null && old.rest.length > 0)
        return this.compare(old.rest, other, member, fresh.part);
      if (other === undefined) {
        if (one !== undefined && fresh.properties.has(name)) return member.report('hidden', one[0] ?? old.part);
        const isIgnored = side.direction === 'input' && fresh.rest !== null;
        const extension = keywordOf(one ?? [], 'x-deprecation');
        return member.reportRemoved(isIgnored ? 'ignored-removed' : 'removed', one?.[0] ?? old.part, {}, extension);
      }
      const part = other[0] ?? fresh.part;
      if (one === undefined) return reportNew(isRequired === true, member, part);
      return [
        ...this.compare(one, other, member, part),
        ...compareDuty(wasRequired === true, isRequired === true, member, part),
      ];
    });
    return [...fields, ...this.#compareRest(old, fresh, side)];
  }

  /** Compares fields of other names. Clients ignore them in what the service sends, except entries of a map. */
  #compareRest(old: Variant, fresh: Variant, side: Side): Finding[] {
    const [before, after] = [old.rest, fresh.rest];
    if (before !== null && after !== null) return this.compare(before, after, side.member('*'), fresh.part);
    const isMap = ({ rest, properties }: Variant) => rest !== null && (rest.length > 0 || properties.size === 0);
    if (before === after || (side.direction === 'output' && !isMap(old) && !isMap(fresh))) return [];
    if (before !== null) return side.report('names-fixed', fresh.part);
    return side.report('names-free', fresh.part, {}, side.direction === 'input' ? 'widens' : 'narrows');
  }
}

function isBreak({ kind }: Finding): boolean {
  return kind === 'break';
}

function weight(findings: readonly Finding[]): number {
  return findings.reduce((sum, finding) => sum + (isBreak(finding) ? 1000 : 1), 0);
}

function ofType(variants: readonly Variant[], type: JsonType): Variant[] {
  return variants.filter((variant) => variant.type === type);
}

/** Something that was not there before: a parameter, header, body or field. */
export function reportNew(isRequired: boolean, side: Side, part: Part): Finding[] {
  if (side.direction === 'input') return side.report(isRequired ? 'new-required' : 'new-optional', part);
  return side.report('new-optional', part, {}, 'narrows');
}

/** Compares two versions of the `required` state of a part. */
export function compareDuty(before: boolean, after: boolean, side: Side, part: Part): Finding[] {
  if (before === after) return [];
  return side.report(after ? 'became-required' : 'became-optional', part);
}

function compareTypes(old: readonly Variant[], fresh: readonly Variant[], side: Side, part: Part): Finding[] {
  const [names, now] = ofBoth(old, fresh, (variants) => new Set(variants.map(typeName)));
  // Every integer is a number.
  const has = (set: Set<string>, name: string) => set.has(name) || (name === 'integer' && set.has('number'));
  const lost = [...names].filter((name) => !has(now, name));
  const gained = [...now].filter((name) => !has(names, name));
  if (lost.length + gained.length === 0) return [];
  if (lost.length === 0 && gained.join() === 'null') return side.report('null-new', part);
  if (gained.length === 0 && lost.join() === 'null') return side.report('null-lost', part);
  const effect = gained.length === 0 ? 'narrows' : lost.length === 0 ? 'widens' : 'both';
  return side.report('type-changed', part, { from: listTypes(names), to: listTypes(now) }, effect);
}

function listTypes(names: ReadonlySet<string>): string {
  if (names.size >= TYPES.length) return 'any';
  const sorted = [...names].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
  return names.size === 0 ? 'none' : `\`${sorted.join('` or `')}\``;
}

function compareValues({ values: before }: Variant, { values: after, part }: Variant, side: Side): Finding[] {
  if (before === undefined) return after === undefined ? [] : side.report('values-listed', part, { list: list(after) });
  if (after === undefined) return side.report('values-free', part, { list: list(before) });
  const lost = [...before].filter((value) => !after.has(value));
  const gained = [...after].filter((value) => !before.has(value));
  if (before.size === 1 && after.size === 1 && lost.length === 1)
    return side.report('value-changed', part, { from: list(lost), to: list(gained) });
  return [
    ...side.reportIf(lost.length > 0, 'values-lost', part, { list: list(lost) }),
    ...side.reportIf(gained.length > 0, 'values-new', part, { list: list(gained) }),
  ];
}

function compareBounds(old: Variant, fresh: Variant, side: Side): Finding[] {
  const bounds = [...new Set([...Object.keys(old.bounds), ...Object.keys(fresh.bounds)])] as Bound[];
  return bounds.flatMap((name) =>
    compareNumbers(name, old.bounds[name], fresh.bounds[name], isUpper(name), side, fresh.part),
  );
}

/** Compares two limits; an absent one limits nothing. */
export function compareNumbers(
  name: string,
  before: number | undefined,
  after: number | undefined,
  isUpper: boolean,
  side: Side,
  part: Part,
): Finding[] {
  if (before === after) return [];
  if (before === undefined) return side.report('limit-new', part, { name, to: String(after) });
  if (after === undefined) return side.report('limit-lost', part, { name, from: String(before) });
  const values = { name, verb: after > before ? 'raised' : 'lowered', from: String(before), to: String(after) };
  return side.report('limit-changed', part, values, after > before === isUpper ? 'widens' : 'narrows');
}

function compareRules(old: Variant, fresh: Variant, side: Side): Finding[] {
  const { part } = fresh;
  const lost = [...old.rules].filter((rule) => !fresh.rules.has(rule)).map(split);
  const gained = [...fresh.rules].filter((rule) => !old.rules.has(rule)).map(split);
  const names = [...new Set([...lost, ...gained].map(([keyword]) => keyword))];
  const trimming = side.reportIf(old.isTrimmed !== fresh.isTrimmed, fresh.isTrimmed ? 'trimmed' : 'not-trimmed', part);
  const conditions = names.flatMap((name) => {
    const [was, is] = ofBoth(lost, gained, (rules) => rules.filter(([key]) => key === name).map(([, value]) => value));
    const values = { name, from: list(was), to: list(is) };
    const isForbidden = name === 'not';
    if (was.length > 0 && is.length > 0 && !isForbidden) return side.report('condition-changed', part, values);
    return [
      ...side.reportIf(was.length > 0, isForbidden ? 'allowed' : 'condition-lost', part, values),
      ...side.reportIf(is.length > 0, isForbidden ? 'forbidden' : 'condition-new', part, values),
    ];
  });
  return [...trimming, ...conditions];
}

function split(rule: string): [keyword: string, value: string] {
  const at = rule.indexOf(' ');
  return [rule.slice(0, at), rule.slice(at + 1)];
}

function compareDefaults(before: Schema, after: Schema, side: Side, part: Part): Finding[] {
  const [old, fresh] = [before, after].map((schema) => keywordOf(schema, 'default') as unknown);
  if (JSON.stringify(old) === JSON.stringify(fresh)) return [];
  const rule = old === undefined ? 'default-new' : fresh === undefined ? 'default-lost' : 'default-changed';
  return side.report(rule, part, { from: quote(old), to: quote(fresh) });
}

/** Returns a new deprecation, a withdrawn one, or an earlier end of something deprecated. */
export function compareDeprecations(before: Schema, after: Schema, side: Side, part: Part): Finding[] {
  const [was, is] = [before, after].map((schema) => (keywordOf(schema, 'deprecated') as unknown) === true);
  const [old, fresh] = [before, after].map((schema) => deprecationOf(keywordOf(schema, 'x-deprecation')));
  const told = { places: [side.place], subjects: [side.subject], part, isBefore: false };
  if (!was && is)
    return [{ ...told, kind: 'deprecation', what: `Deprecated. It stays until ${fresh?.sunset ?? 'further notice'}.` }];
  if (was && !is) return [{ ...told, kind: 'addition', what: 'No longer deprecated.' }];
  if (old === undefined || fresh === undefined || fresh.sunset === old.sunset) return [];
  if (fresh.sunset > old.sunset) return [{ ...told, kind: 'deprecation', what: `It stays until ${fresh.sunset} now.` }];
  return side.report('sunset-earlier', part, { from: old.sunset, to: fresh.sunset });
}

const LONG = 60;
const LISTED = 5;

/** Returns a value in a sentence, shortened. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value ?? null);
  return `\`${text.length > LONG ? `${text.slice(0, LONG)}…` : text}\``;
}

/** Values in a sentence, from their JSON. */
function list(values: Iterable<string>): string {
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  const quoted = [...values].map((value) => quote(parse(value)));
  const rest = quoted.length > LISTED ? ` and ${quoted.length - LISTED} more` : '';
  return quoted.slice(0, LISTED).join(', ') + rest;
}
