import type { components } from '../../generated/api';
import {
  type Event,
  type EventTag,
  type Frame,
  FRAME_FIELDS,
  type JsonObject,
  type RemarkTree,
  type Stacktrace,
  type ValueRemarks,
} from '../domain/event';
import {
  BREADCRUMB_FIELDS,
  EXCEPTION_FIELDS,
  type FieldTable,
  MECHANISM_FIELDS,
  REQUEST_FIELDS,
  STACKTRACE_FIELDS,
  THREAD_FIELDS,
  USER_FIELDS,
} from '../domain/eventFields';

type EventMeta = components['schemas']['EventMeta'];
type Tree = RemarkTree | undefined;
/** Presents the remarks on a value; null if there are none. */
type Present = (tree: Tree, value: unknown) => JsonObject | null;

const EMPTY_META: EventMeta = Object.freeze({
  entries: {},
  message: null,
  user: null,
  contexts: null,
  sdk: null,
  context: null,
  packages: null,
  tags: null,
});

/**
 * Presents the remarks on an event in the structure of its record. The remarks on a value itself are in the member with
 * the empty name.
 * @param entries the entries of the record
 * @param tags the tags of the record
 */
export function presentMeta(
  event: Event,
  entries: readonly { readonly type: string }[],
  tags: readonly EventTag[],
): EventMeta {
  const fields = event.remarks?.members;
  if (fields === undefined) return EMPTY_META;
  const { logentry, exceptions, threads, breadcrumbs, request, user, contexts, extra, modules, sdk } = fields;
  const presented: JsonObject = {};
  for (const [index, { type }] of entries.entries()) {
    const data = presentEntry(type);
    if (data !== null) presented[index] = { data };
  }
  const text = event.logentry?.formatted === null ? 'message' : 'formatted';
  return {
    entries: presented,
    message: presentData(logentry?.members?.[text], event.logentry?.[text]),
    user: presentRecord(USER_FIELDS, user, event.user),
    contexts: presentData(contexts, event.contexts),
    sdk: presentRecord({}, sdk, event.sdk, { packages: presentNothing, integrations: presentNothing }),
    context: presentData(extra, event.extra),
    packages: presentData(modules, event.modules),
    tags: presentTags(fields['tags'], tags),
  };

  function presentEntry(type: string): JsonObject | null {
    switch (type) {
      case 'message':
        return presentData(logentry, event.logentry);
      case 'exception':
        return valuesOf(presentList(exceptions, event.exceptions, presentException));
      case 'threads':
        return valuesOf(presentList(threads, event.threads, presentThread));
      case 'stacktrace':
        return presentTrace(fields?.['stacktrace'], event.stacktrace, event.rawStacktrace);
      case 'breadcrumbs':
        return valuesOf(presentList(breadcrumbs, event.breadcrumbs, presentBreadcrumb));
      case 'request':
        return presentRecord(REQUEST_FIELDS, request, event.request);
      default:
        return null;
    }
  }
}

function valuesOf(list: JsonObject | null): JsonObject | null {
  return list === null ? null : { values: list };
}

const presentNothing: Present = () => null;

/** Presents the remarks on free-form data, which has the same members in the record. */
function presentData(tree: Tree, value: unknown): JsonObject | null {
  return presentMembers(tree, value, (name, member) => [name, presentData(member, memberOf(value, name))]);
}

/** Presents the remarks on a record. @param special functions that present members other than free-form data */
function presentRecord(
  table: FieldTable,
  tree: Tree,
  value: unknown,
  special: Readonly<Record<string, Present>> = {},
): JsonObject | null {
  return presentMembers(tree, value, (name, member) => [
    table[name]?.presented ?? name,
    ((Object.hasOwn(special, name) && special[name]) || presentData)(member, memberOf(value, name)),
  ]);
}

function presentList(tree: Tree, list: readonly unknown[], presentOne: Present): JsonObject | null {
  return presentMembers(tree, list, (name, member) => [name, presentOne(member, list[Number(name)])]);
}

const presentMechanism: Present = (tree, value) => presentRecord(MECHANISM_FIELDS, tree, value);
const presentBreadcrumb: Present = (tree, value) => presentRecord(BREADCRUMB_FIELDS, tree, value);
const presentException: Present = (tree, value) => presentTraced(EXCEPTION_FIELDS, tree, value);
const presentThread: Present = (tree, value) => presentTraced(THREAD_FIELDS, tree, value);

/** Presents an exception or a thread. */
function presentTraced(table: FieldTable, tree: Tree, value: unknown): JsonObject | null {
  const { stacktrace, rawStacktrace = null } = value as { stacktrace: Stacktrace | null; rawStacktrace?: Stacktrace };
  const presentedTrace = presentTrace(tree?.members?.['stacktrace'], stacktrace, rawStacktrace);
  const raw = presentTrace(remarksOnRaw(tree, stacktrace, rawStacktrace), rawStacktrace);
  const others = presentRecord(table, tree, value, {
    mechanism: presentMechanism,
    stacktrace: presentNothing,
    rawStacktrace: presentNothing,
  });
  if (presentedTrace === null && raw === null) return others;
  return {
    ...others,
    ...(presentedTrace !== null && { stacktrace: presentedTrace }),
    ...(raw !== null && { rawStacktrace: raw }),
  };
}

/**
 * Returns the remarks on the raw trace. Source maps make of the trace that was sent another one of as many frames, and
 * the remarks stay with the new one. A client that sends two traces may send frames that only one of them has.
 */
function remarksOnRaw(tree: Tree, trace: Stacktrace | null, raw: Stacktrace | null): Tree {
  const remarks = tree?.members?.['rawStacktrace'];
  if (remarks !== undefined || trace?.frames.length !== raw?.frames.length) return remarks;
  return tree?.members?.['stacktrace'];
}

/** @param raw the trace as it was sent, if source maps changed it */
function presentTrace(tree: Tree, trace: Stacktrace | null, raw?: Stacktrace | null): JsonObject | null {
  if (trace === null) return null;
  const presentOne: Present = (member, frame) =>
    presentFrame(member, frame as Frame, raw !== null && raw !== undefined);
  return presentRecord(STACKTRACE_FIELDS, tree, trace, {
    frames: (member) => presentList(member, trace.frames, presentOne),
  });
}

/** Presents the remarks on a frame: of a mapped one only on its variables, because source maps replace the rest. */
function presentFrame(tree: Tree, frame: Frame, isMapped: boolean): JsonObject | null {
  const context: JsonObject = {};
  const presented = presentMembers(tree, frame, (name, member) => {
    if (isMapped && name !== 'vars') return [name, null];
    const value = memberOf(frame, name);
    if (!(name in LINES)) return [presentedName(name), presentData(member, value)];
    // A line is shown with its number.
    const lines: Readonly<Record<string, RemarkTree>> = name === 'contextLine' ? { 0: member } : (member.members ?? {});
    for (const [index, line] of Object.entries(lines)) {
      const text = name === 'contextLine' ? value : memberOf(value, index);
      const presentedLine = presentData(line, text);
      if (presentedLine !== null) context[(LINES[name]?.(frame) ?? 0) + Number(index)] = { 1: presentedLine };
    }
    return [name, null];
  });
  const hasContext = frame.lineno !== null && frame.contextLine !== null && Object.keys(context).length > 0;
  return hasContext ? { ...presented, context } : presented;
}

/** Position of a frame's first line of each kind among all of its lines. */
const LINES: Readonly<Record<string, (frame: Frame) => number>> = {
  preContext: () => 0,
  contextLine: ({ preContext }) => preContext.length,
  postContext: ({ preContext }) => preContext.length + 1,
};

function presentedName(name: string): string {
  const field = (FRAME_FIELDS as Record<string, { readonly presented?: string } | undefined>)[name];
  return field?.presented ?? name;
}

/** Presents the remarks on tags, which are a list in the record. */
function presentTags(tree: Tree, tags: readonly EventTag[]): JsonObject | null {
  const presented: JsonObject = {};
  for (const [index, { key, value }] of tags.entries()) {
    const presentedValue = presentData(tree?.members?.[key], value);
    if (presentedValue !== null) presented[index] = { value: presentedValue };
  }
  return Object.keys(presented).length === 0 ? null : presented;
}

function presentMembers(
  tree: Tree,
  value: unknown,
  presentMember: (name: string, member: RemarkTree) => [string, JsonObject | null],
): JsonObject | null {
  const presented: JsonObject = {};
  if (tree?.own !== undefined) presented[''] = presentOwn(tree.own, value);
  for (const [name, member] of Object.entries(tree?.members ?? {})) {
    const [recordName, presentedMember] = presentMember(name, member);
    if (presentedMember !== null) presented[recordName] = presentedMember;
  }
  return Object.keys(presented).length === 0 ? null : presented;
}

/** Adds the redacted and the other parts of a text to the remarks on it, if these have their ranges. */
function presentOwn(own: ValueRemarks, value: unknown): JsonObject {
  const chunks = typeof value === 'string' ? chunksOf(value, own) : [];
  return chunks.length === 0 ? { ...own } : { ...own, chunks };
}

function chunksOf(text: string, { rem = [] }: ValueRemarks): JsonObject[] {
  const chunks: JsonObject[] = [];
  let next = 0;
  const addText = (end: number) => {
    if (end > next) chunks.push({ type: 'text', text: text.slice(next, end) });
  };
  const ranges = rem.flatMap(([rule, kind, start, end]) =>
    start === undefined || end === undefined ? [] : [{ rule, kind, start, end }],
  );
  for (const { rule, kind, start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start < next || end > text.length) continue;
    addText(start);
    chunks.push({ type: 'redaction', text: text.slice(start, end), rule_id: rule, remark: kind });
    next = end;
  }
  if (chunks.length > 0) addText(text.length);
  return chunks;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as JsonObject)[name]
    : undefined;
}
