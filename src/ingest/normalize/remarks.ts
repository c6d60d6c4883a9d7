import {
  FRAME_FIELDS,
  isObject,
  type JsonObject,
  type Remark,
  type RemarkTree,
  type ValueRemarks,
  type Event,
} from '../../domain/event';
import {
  BREADCRUMB_FIELDS,
  EVENT_FIELDS,
  EXCEPTION_FIELDS,
  type FieldTable,
  LOG_ENTRY_FIELDS,
  MECHANISM_FIELDS,
  REQUEST_FIELDS,
  STACKTRACE_FIELDS,
  THREAD_FIELDS,
  USER_FIELDS,
  listFields,
  type RemarkedName,
} from '../../domain/eventFields';
import { namedValues } from './pairs';
import { isNumbered, isSafeKey, readInteger, type ReadLog, readText } from './values';

/*
 * Remarks record which values of an event were redacted or shortened, by the client or by the service. Their tree has
 * the members of `Event`, except that tags are named by their key (openapi/DECISIONS.md, "Remarks").
 */

/** The members of an event that can have remarks. */
const REMARKED_FIELDS = listFields(EVENT_FIELDS).flatMap(({ name, isRemarked }) =>
  isRemarked === true ? (name as RemarkedName) : [],
);

export type RemarkedEvent = Pick<Event, RemarkedName>;

/** Returns the value of an event that a member of a tree describes. */
export function remarkedValue(event: RemarkedEvent, field: RemarkedName): unknown {
  return field === 'tags' ? Object.fromEntries(event.tags.map(({ key, value }) => [key, value])) : event[field];
}

/** Returns the tree whose members are the results of a function for each field that can have remarks. */
export function mapRemarkedFields(treeFor: (field: RemarkedName) => RemarkTree | null): RemarkTree | null {
  const members: Record<string, RemarkTree> = {};
  for (const field of REMARKED_FIELDS) {
    const tree = treeFor(field);
    if (tree !== null) members[field] = tree;
  }
  return treeOf(null, members);
}

/** Returns a tree with the given parts; null if both are empty. */
function treeOf(own: ValueRemarks | null, members: Record<string, RemarkTree>): RemarkTree | null {
  const hasMembers = Object.keys(members).length > 0;
  if (own === null) return hasMembers ? { members } : null;
  return hasMembers ? { own, members } : { own };
}

/** Joins two trees. If a value has remarks in both, the second remarks follow the first. */
export function mergeRemarks(first: RemarkTree | null, second: RemarkTree | null): RemarkTree | null {
  if (first === null || second === null) return first ?? second;
  const members = { ...first.members };
  for (const [name, tree] of Object.entries(second.members ?? {})) {
    members[name] = mergeRemarks(members[name] ?? null, tree) ?? tree;
  }
  return treeOf(mergeOwn(first.own, second.own), members);
}

function mergeOwn(first: ValueRemarks | undefined, second: ValueRemarks | undefined): ValueRemarks | null {
  if (first === undefined || second === undefined) return first ?? second ?? null;
  // The first length is the original one. Ranges in the first remarks refer to a text that has changed since.
  const rem = [...(first.rem ?? []).map(([rule, kind]): [string, string] => [rule, kind]), ...(second.rem ?? [])];
  return { ...second, ...first, ...(rem.length > 0 && { rem }) };
}

/** Returns the part of a tree whose values exist in the given value. */
export function pruneRemarks(tree: RemarkTree, value: unknown): RemarkTree | null {
  if (value === null || value === undefined) return tree.own === undefined ? null : { own: tree.own };
  const members: Record<string, RemarkTree> = {};
  if (typeof value === 'object') {
    for (const [name, member] of Object.entries(tree.members ?? {})) {
      const pruned = Object.hasOwn(value, name) ? pruneRemarks(member, (value as JsonObject)[name]) : null;
      if (pruned !== null) members[name] = pruned;
    }
  }
  return treeOf(tree.own ?? null, members);
}

/**
 * Returns the client's remarks on values that are kept, and remarks on the values that normalization shortened; null if
 * there are none.
 */
export function collectRemarks(sent: JsonObject, event: RemarkedEvent, log: ReadLog): RemarkTree | null {
  const meta = sent['_meta'];
  const byClient = isObject(meta) ? new ClientRemarks(log).of(meta, sent, event) : null;
  if (log.texts.size === 0 && log.containers.size === 0) return byClient;
  return mergeRemarks(byClient, new ShortenedRemarks(log).of(event));
}

/** The rule named in remarks on values that a limit shortened. */
const LIMIT = '!limit';

/** Finds the texts, lists and objects in an event that normalization shortened. */
class ShortenedRemarks {
  /** The shortened lists and objects that are not located yet. */
  readonly #missing: Set<object>;

  constructor(private readonly log: ReadLog) {
    this.#missing = new Set(log.containers.keys());
  }

  of(event: RemarkedEvent): RemarkTree | null {
    const fields = mapRemarkedFields((field) => this.#own(remarkedValue(event, field)));
    // Often nothing else was shortened: a list of breadcrumbs was too long. Searching every frame would cost as much as
    // reading it.
    const isComplete = () => this.#missing.size === 0 && this.log.texts.size === 0;
    return mergeRemarks(
      fields,
      mapRemarkedFields((field) => (isComplete() ? null : this.#members(remarkedValue(event, field)))),
    );
  }

  #own(value: unknown): RemarkTree | null {
    if (typeof value === 'string') {
      const len = this.log.texts.get(value);
      return len === undefined ? null : { own: { rem: [shortenedText(value)], len } };
    }
    if (typeof value !== 'object' || value === null) return null;
    const len = this.log.containers.get(value);
    if (len === undefined) return null;
    this.#missing.delete(value);
    return { own: { rem: [[LIMIT, 'x']], len } };
  }

  #members(value: unknown): RemarkTree | null {
    if (typeof value !== 'object' || value === null) return null;
    const members: Record<string, RemarkTree> = {};
    for (const [name, member] of Object.entries(value)) {
      const tree = mergeRemarks(this.#own(member), this.#members(member));
      if (tree !== null) members[name] = tree;
    }
    return treeOf(null, members);
  }
}

/** Returns the remark on a shortened text. The dots at its end replace the removed part. */
function shortenedText(text: string): Remark {
  return text.endsWith('...') ? [LIMIT, 's', text.length - 3, text.length] : [LIMIT, 's'];
}

/** Maximum number of an event's values with client remarks, and of remarks on each. */
const MAX_REMARKED_VALUES = 1000;
const MAX_REMARKS = 20;

/** The fields of a record by their names in payloads. */
type RecordFields = ReadonlyMap<string, { readonly name: string; readonly kind: string }>;

function byPayload(table: FieldTable | typeof FRAME_FIELDS): RecordFields {
  const fields = Object.entries<{ readonly kind: string; readonly payload?: string }>(table);
  return new Map(fields.map(([name, { kind, payload = name }]) => [payload, { name, kind }]));
}

const LOG_ENTRY = byPayload(LOG_ENTRY_FIELDS);
const EXCEPTION = byPayload(EXCEPTION_FIELDS);
const MECHANISM = byPayload(MECHANISM_FIELDS);
const STACKTRACE = byPayload(STACKTRACE_FIELDS);
const FRAME = byPayload(FRAME_FIELDS);
const THREAD = byPayload(THREAD_FIELDS);
const BREADCRUMB = byPayload(BREADCRUMB_FIELDS);
const USER = byPayload(USER_FIELDS);
const REQUEST = byPayload(REQUEST_FIELDS);

/**
 * Reads `_meta` of a payload: a tree with the members of the payload. The member with the empty name contains the
 * remarks on the value itself.
 */
class ClientRemarks {
  #remaining = MAX_REMARKED_VALUES;

  constructor(private readonly log: ReadLog) {}

  of(meta: JsonObject, sent: JsonObject, event: RemarkedEvent): RemarkTree | null {
    return mapRemarkedFields((field) => {
      const value = remarkedValue(event, field);
      const { payload } = EVENT_FIELDS[field];
      const [tree, from] = [meta[payload], sent[payload]];
      switch (field) {
        case 'exceptions':
          return this.#list(tree, from, value, EXCEPTION);
        case 'threads':
          return this.#list(tree, from, value, THREAD);
        case 'breadcrumbs':
          return this.#list(tree, from, value, BREADCRUMB);
        case 'stacktrace':
          return this.#record(tree, from, value, STACKTRACE);
        case 'request':
          return this.#record(tree, from, value, REQUEST);
        case 'logentry':
          return mergeRemarks(this.#record(tree, from, value, LOG_ENTRY), this.#message(meta['message'], value));
        case 'user':
          // Members without a field of their own are in `data`.
          return mergeRemarks(this.#record(tree, from, value, USER), this.#data({ data: tree }, value));
        case 'tags':
          return this.#entries(tree, from, (name, entry) => this.#data({ [name]: entry }, value));
        default:
          return this.#data(tree, value);
      }
    });
  }

  /** Reads the remarks on free-form data, which has the same members in the event. */
  #data(meta: unknown, value: unknown): RemarkTree | null {
    return this.#tree(meta, value, (name, tree) => {
      const member = ownMember(value, name);
      return member === undefined ? null : named(name, this.#data(tree, member));
    });
  }

  #record(meta: unknown, sent: unknown, value: unknown, fields: RecordFields): RemarkTree | null {
    return this.#tree(meta, value, (name, tree) => {
      const { name: key, kind } = fields.get(name) ?? { name, kind: 'value' };
      const [from, member] = [ownMember(sent, name), ownMember(value, key)];
      if (member === undefined) return null;
      switch (kind) {
        case 'pairs':
          return named(key, this.#pairs(tree, from, member));
        case 'frames':
          return named(key, this.#list(tree, from, member, FRAME));
        case 'trace':
          return named(key, this.#record(tree, from, member, STACKTRACE));
        case 'record':
          return named(key, this.#record(tree, from, member, MECHANISM));
        default:
          return named(key, this.#data(tree, member));
      }
    });
  }

  /** Reads the remarks on a list of records; some records may have been left out. */
  #list(meta: unknown, sent: unknown, value: unknown, fields: RecordFields): RemarkTree | null {
    const isWrapped = isObject(meta) && 'values' in meta;
    const from = isObject(sent) && !isNumbered(sent) ? (sent['values'] ?? [sent]) : sent;
    return this.#tree(isWrapped ? meta['values'] : meta, value, (name, tree) => {
      const one = ownMember(from, name);
      const record = isObject(one) ? this.log.records.get(one) : undefined;
      const index = record === undefined ? -1 : (value as unknown[]).indexOf(record);
      return index === -1 ? null : named(String(index), this.#record(tree, one, record, fields));
    });
  }

  /** Reads the remarks on pairs, which come from a map or from a list of pairs. */
  #pairs(meta: unknown, sent: unknown, value: unknown): RemarkTree | null {
    return this.#entries(
      meta,
      sent,
      (name, entry) => {
        const index = (value as [string, string][]).findIndex(([key]) => key === name);
        return index === -1 ? null : named(String(index), this.#data({ 1: entry }, (value as unknown[])[index]));
      },
      value,
    );
  }

  #entries(
    meta: unknown,
    sent: unknown,
    treeFor: (name: string, entry: unknown) => RemarkTree | null,
    value: unknown = {},
  ): RemarkTree | null {
    const names = Array.isArray(sent) ? Array.from(namedValues(sent), ([name]) => readText(name, MAX_NAME)) : null;
    return this.#tree(meta, value, (name, tree) => {
      if (names === null) return treeFor(name, tree);
      const entry = isObject(tree) ? (tree['1'] ?? tree['value']) : undefined;
      return treeFor(names[Number(name)] ?? '', entry);
    });
  }

  /** Reads the remarks on `message`, which may be the text itself. */
  #message(meta: unknown, value: unknown): RemarkTree | null {
    const text = isObject(meta) ? { '': meta[''] } : null;
    return this.#data({ message: text, formatted: text }, value);
  }

  #tree(meta: unknown, value: unknown, treeFor: (name: string, meta: unknown) => RemarkTree | null): RemarkTree | null {
    if (!isObject(meta) || value === null || value === undefined || this.#remaining <= 0) return null;
    const own = readOwn(meta[''], typeof value === 'string' ? value.length : 0);
    if (own !== null) this.#remaining -= 1;
    const members: Record<string, RemarkTree> = {};
    for (const name of typeof value === 'object' ? Object.keys(meta) : []) {
      const part = name === '' || !isSafeKey(name) ? null : treeFor(name, meta[name]);
      for (const [key, tree] of Object.entries(part?.members ?? {})) {
        members[key] = mergeRemarks(members[key] ?? null, tree) ?? tree;
      }
    }
    return treeOf(own, members);
  }
}

const MAX_NAME = 200;

function ownMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as JsonObject)[name]
    : undefined;
}

function named(name: string, tree: RemarkTree | null): RemarkTree | null {
  return tree === null ? null : { members: { [name]: tree } };
}

/** Reads the remarks on one value. @param length the length of the remarked text; 0 for other values */
function readOwn(value: unknown, length: number): ValueRemarks | null {
  if (!isObject(value)) return null;
  const rem = readList(value['rem'])
    .map((remark) => readRemark(remark, length))
    .filter((remark) => remark !== null);
  const len = readInteger(value['len']);
  const err = readList(value['err']).flatMap((error) => readText(Array.isArray(error) ? error[0] : error, 100) ?? []);
  const own = { ...(rem.length > 0 && { rem }), ...(len !== null && { len }), ...(err.length > 0 && { err }) };
  return Object.keys(own).length === 0 ? null : own;
}

function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_REMARKS) : [];
}

function readRemark(value: unknown, length: number): Remark | null {
  if (!Array.isArray(value)) return null;
  const [rule, kind] = [readText(value[0], 100), readText(value[1], 1)];
  if (rule === null || kind === null) return null;
  const [start, end] = [readInteger(value[2]), readInteger(value[3])];
  return start === null || end === null || start > end || end > length ? [rule, kind] : [rule, kind, start, end];
}
