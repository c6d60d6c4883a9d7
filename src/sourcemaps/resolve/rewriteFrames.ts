import type { Frame, SourceContext, Stacktrace } from '../../domain/event';
import { FUNCTION_KIND } from './findFunctions';
import {
  COMPONENT,
  definitionAt,
  type FilePosition,
  type FunctionAt,
  functionAt,
  type FunctionRanges,
} from './functionRanges';
import type { OriginalPosition, SourceMap } from './sourceMap';
import { describeSource, moduleOf, sanitizeMapText, withoutMarks } from './urls';
import { EMPTY_CONTEXT } from './sourceText';

const MAX_NAME_LENGTH = 512;

/** Returns the name of a mapping, if it is a valid function name. */
export function cleanFunction(name: string | null): string | null {
  return name !== null && /^[\p{ID_Start}$_#][\p{ID_Continue}$.]*$/u.test(name)
    ? sanitizeMapText(name, MAX_NAME_LENGTH)
    : null;
}

/** The original of a position, as far as known. */
export interface DescribedPosition {
  readonly original: Pick<OriginalPosition, 'source' | 'line' | 'column' | 'name' | 'isIgnored'>;
  readonly context: SourceContext;
  /** The function around the position. Null if neither the sources nor the map nor the minified file tell. */
  readonly function: FunctionAt | null;
}

/** The original of a frame. */
export interface FrameMapping extends DescribedPosition {
  /** The URL of the map. */
  readonly url: string;
}

/** A stack trace as it is shown, and as the client sent it if the two differ. */
export interface StacktracePair {
  readonly stacktrace: Stacktrace | null;
  readonly rawStacktrace?: Stacktrace | null;
}

/**
 * Returns true if a frame was mapped, by this service or by the client. Both add the URL of the map to the frame's
 * data.
 */
export function isMapped(frame: Frame): boolean {
  return frame.data !== null && 'sourcemap' in frame.data;
}

/**
 * Returns the frames as the client sent them. Returns null if there are none, or if the client sent two traces that do
 * not correspond.
 */
export function rawFrames({ stacktrace, rawStacktrace }: StacktracePair): readonly Frame[] | null {
  const raw = rawStacktrace ?? stacktrace;
  return raw === null || raw.frames.length !== stacktrace?.frames.length ? null : raw.frames;
}

/** Rewrites the frames that are not mapped yet and have a mapping. Returns the same object if there are none. */
export function rewriteStacktraces<T extends StacktracePair>(traces: T, mappings: ReadonlyMap<Frame, FrameMapping>): T {
  const { stacktrace } = traces;
  const raw = rawFrames(traces);
  if (stacktrace === null || raw === null) return traces;
  const hasReceivers = showsReceivers(raw.map((frame) => frame.function));
  const functionName = (frame: Frame, mapping: FrameMapping, index: number): string | null => {
    if (mapping.function === null) return sentOrCalledName(frame, raw[index - 1], mappings);
    const name = functionNameOf(mapping.function, frame.function, hasReceivers, mapping.original.source);
    return sanitizeMapText(name, MAX_NAME_LENGTH);
  };
  const frames = stacktrace.frames.map((resolved, index) => {
    const frame = raw[index] ?? resolved;
    const mapping = isMapped(resolved) ? undefined : mappings.get(frame);
    return mapping === undefined ? resolved : rewriteFrame(frame, mapping, functionName(frame, mapping, index));
  });
  if (frames.every((frame, index) => frame === stacktrace.frames[index])) return traces;
  return { ...traces, stacktrace: { ...stacktrace, frames }, rawStacktrace: traces.rawStacktrace ?? stacktrace };
}

/**
 * Returns the sent name, unless it is minified: then the name at the place of the call in the caller, which is right
 * for most calls.
 */
function sentOrCalledName(
  frame: Frame,
  caller: Frame | undefined,
  mappings: ReadonlyMap<Frame, FrameMapping>,
): string | null {
  if (frame.function !== null && !isMinifiedName(frame.function)) return frame.function;
  const original = caller === undefined ? undefined : mappings.get(caller)?.original;
  return cleanFunction(original?.name ?? null) ?? frame.function;
}

function rewriteFrame(frame: Frame, { original, url, context }: FrameMapping, functionName: string | null): Frame {
  return {
    ...frame,
    ...(context.contextLine === null ? EMPTY_CONTEXT : context),
    ...placeOf(frame, original),
    function: functionName,
    lineno: original.line,
    colno: original.column,
    data: { ...frame.data, sourcemap: sanitizeMapText(url) },
  };
}

/**
 * Returns the paths of a frame, and if it belongs to the application. A frame of a source without a name keeps the
 * paths of the minified file.
 */
function placeOf(
  frame: Frame,
  { source, isIgnored }: DescribedPosition['original'],
): Pick<Frame, 'absPath' | 'filename' | 'module' | 'inApp'> {
  const { absPath, filename, module, inApp } = frame;
  if (source === '') return { absPath, filename, module, inApp: inApp && !isIgnored };
  const described = describeSource(source);
  return {
    absPath: sanitizeMapText(withoutMarks(source)),
    filename: described.filename,
    module: moduleOf(described.filename),
    inApp: inApp && !isIgnored && !described.isThirdParty,
  };
}

/** The parts of a function's name in a stack trace. */
interface SentName {
  readonly isAsync: boolean;
  readonly isNew: boolean;
  /** The type of the receiver, in traces of V8. */
  readonly receiver: string | null;
  /** The last part of the name. Null if the function is anonymous. */
  readonly name: string | null;
  /** The property under which the function was called, if V8 adds it. */
  readonly alias: string | null;
}

function parseSentName(sent: string | null): SentName {
  const [, asyncPart = '', newPart = '', rest = ''] = /^(async[ *] ?)?(new )?(.*)$/s.exec(sent ?? '') ?? [];
  const aliasAt = rest.endsWith(']') ? rest.lastIndexOf(' [as ') : -1;
  const path = aliasAt === -1 ? rest : rest.slice(0, aliasAt);
  const dot = path.lastIndexOf('.');
  const name = path.slice(dot + 1);
  return {
    isAsync: asyncPart !== '',
    isNew: newPart !== '',
    receiver: dot <= 0 ? null : path.slice(0, dot),
    name: /^(?:\??|<?anonymous>?)$/.test(name) ? null : name,
    alias: aliasAt === -1 ? null : rest.slice(aliasAt + ' [as '.length, -1),
  };
}

/** Returns true if a trace is in the form of V8, which shows the type of the receiver of a call. */
export function showsReceivers(sentNames: readonly (string | null)[]): boolean {
  return sentNames.some((sent) => sent !== null && /^(?:async )?(?:new [^ ]|[\w$]+\.[\w$<?])/.test(sent));
}

/** Returns true if a name was not chosen by a minifier: nearly all names of minifiers have one or two characters. */
function isReadable(name: string): boolean {
  return name.length > 2;
}

/** Returns true if a sent name was chosen by a minifier. */
export function isMinifiedName(sentName: string): boolean {
  const { name } = parseSentName(sentName);
  return name !== null && !isReadable(name);
}

/** Returns the last part of a sent name. Null for the name of an anonymous function. */
export function lastNameOf(sentName: string | null): string | null {
  return parseSentName(sentName).name;
}

/** Returns the sent type of the receiver, if it is the name of a type and not a minified one. */
function receiverType({ receiver }: SentName): string | null {
  const type = receiver?.replace(/^_(?=\p{Lu})/u, '') ?? '';
  return /^(?:\p{Lu}[\w$]{2,}|process)$/u.test(type) ? type : null;
}

const ANONYMOUS = '<anonymous>';

/**
 * Returns the name of a function as V8 shows it in the stack trace of the program that was not bundled
 * (openapi/DECISIONS.md, "Resolution"). The sent name contains facts that the source does not: if a frame belongs to an
 * asynchronous stack, and the type of the receiver.
 * @param hasReceivers true if names of the trace contain receivers
 */
export function functionNameOf(
  enclosing: FunctionAt,
  sentName: string | null,
  hasReceivers: boolean,
  source: string,
): string {
  const sent = parseSentName(sentName);
  const name = withReceiver(enclosing, sent, hasReceivers, source);
  return sent.isAsync && name !== ANONYMOUS ? `async ${name}` : name;
}

function withReceiver(enclosing: FunctionAt, sent: SentName, hasReceivers: boolean, source: string): string {
  const { kind, className } = enclosing;
  if (kind === FUNCTION_KIND.constructor) return `new ${className === '' ? ANONYMOUS : className}`;
  const name = ownName(enclosing, sent, source);
  if (name === '') return anonymousName(sent);
  // V8 shows no type before names that are no identifiers, as `get total`, `#pay` and `cart.pay`.
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name)) return name + aliasOf(lastPart(name), sent);
  if (kind === FUNCTION_KIND.method || (kind === FUNCTION_KIND.computed && className !== '')) {
    return methodName(name, className, sent, hasReceivers);
  }
  if (sent.isNew) return `new ${name}`;
  const type = receiverType(sent);
  return type === null || type === name ? name : `${type}.${name}${aliasOf(name, sent)}`;
}

/**
 * Returns the name without a type. A key that is computed at run time is in the sent name, since minifiers do not know
 * it either.
 */
function ownName({ kind, name }: FunctionAt, sent: SentName, source: string): string {
  if (name === COMPONENT) return componentName(source);
  if (kind !== FUNCTION_KIND.computed) return name;
  return `${name}${sent.alias ?? sent.name ?? ''}`;
}

/** Returns the component's name, which is the name of its file. */
function componentName(source: string): string {
  const [path = ''] = source.split(/[?#]/, 1);
  const base = path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? '';
  return base.replace(/[^\p{ID_Continue}$]/gu, '_').replace(/^(?=\d)/, '_');
}

/**
 * Returns the name of a call of an anonymous function. V8 names it by the property that has the function, as
 * `Timeout._onTimeout`. Minifiers do not rename properties.
 */
function anonymousName(sent: SentName): string {
  if (sent.isNew) return `new ${ANONYMOUS}`;
  const method = sent.receiver === null ? null : (sent.alias ?? sent.name);
  const type = receiverType(sent);
  return type === null ? (method ?? ANONYMOUS) : `${type}.${method ?? ANONYMOUS}`;
}

function methodName(name: string, className: string, sent: SentName, hasReceivers: boolean): string {
  // V8 calls it without a receiver, as `list.map(this.pay)` does.
  if (hasReceivers && !sent.isNew && sent.receiver === null && sent.name !== null) return name;
  const type = receiverOfMethod(className, receiverType(sent));
  return type === name ? name : `${type}.${name}${aliasOf(name, sent)}`;
}

/**
 * Returns the type of a method's receiver, which can be a class that extends the method's class. Bundlers number
 * classes of the same name.
 */
function receiverOfMethod(className: string, sent: string | null): string {
  const isUnknown = sent === null || sent === 'Object' || sent === 'Function';
  if (isUnknown) return className === '' ? 'Object' : className;
  return sent.replace(/(?<!\d)\$?\d+$/, '') === className ? className : sent;
}

/** Returns the part of a name that V8 compares with the name of the property. */
function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(' ')) + 1);
}

function aliasOf(name: string, { alias }: SentName): string {
  return alias === null || alias === name || !isReadable(alias) ? '' : ` [as ${alias}]`;
}

/**
 * Returns the function at a position of a minified file, with the original names that the map has for the places where
 * the function and its class are defined. Null if it has none. Keys of objects and classes are the same in both files.
 */
export function functionInMinified(
  ranges: FunctionRanges,
  map: SourceMap,
  { line, column }: FilePosition,
): FunctionAt | null {
  const enclosing = functionAt(ranges, line, column);
  const definition = definitionAt(ranges, line, column);
  if (enclosing === null || definition === null) return null;
  const className = nameAt(map, definition.class) ?? (isReadable(enclosing.className) ? enclosing.className : '');
  if (enclosing.kind === FUNCTION_KIND.constructor) return className === '' ? null : { ...enclosing, className };
  const isKey = enclosing.kind === FUNCTION_KIND.method || enclosing.kind === FUNCTION_KIND.property;
  const name = nameAt(map, definition.function) ?? (isKey && enclosing.name !== '' ? enclosing.name : null);
  if (name === null) return null;
  return className === ''
    ? { ...enclosing, kind: FUNCTION_KIND.plain, name, className }
    : { ...enclosing, name, className };
}

/** Returns the name of the mapping that begins exactly at a position. */
function nameAt(map: SourceMap, position: FilePosition | null): string | null {
  if (position === null) return null;
  const { line, column } = position;
  const [original, before] = [map.find(line, column), column === 1 ? null : map.find(line, column - 1)];
  const isExact =
    before === null ||
    original?.source !== before.source ||
    original.line !== before.line ||
    original.column !== before.column;
  return isExact ? (original?.name ?? null) : null;
}
