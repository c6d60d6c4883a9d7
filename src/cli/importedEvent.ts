import { objectOf, present, type SourceRecord, textOf } from './importSource';

/* Events of a server with Sentry's web API, in the form in which client libraries send them. */

/** An event for `importProjectData`. */
export interface EventToImport {
  readonly id: string;
  readonly received: string;
  readonly payload: Record<string, unknown>;
}

/** Tags that are fields of an event, or are derived from them. */
const TAGS_OF_FIELDS = new Set([
  ...['level', 'environment', 'release', 'dist', 'server_name', 'logger', 'transaction', 'user', 'url'],
  ...['handled', 'mechanism', 'sentry:release', 'sentry:dist', 'sentry:user'],
]);

/**
 * Converts the record of an event with its entries, or its stored JSON.
 * @param fingerprint the one that its client set, if it is known
 * @returns null for something else than an error or a message, which the importing operation does not store
 */
export function convertEvent(record: SourceRecord, fingerprint?: readonly string[]): EventToImport | null {
  const isRecord = Array.isArray(record['entries']);
  const type = record[isRecord && 'event.type' in record ? 'event.type' : 'type'];
  if (type === 'transaction' || type === 'generic') return null;
  const id = textOf(record['eventID']) ?? textOf(record['event_id']) ?? textOf(record['id']);
  const time = record['dateCreated'] ?? record['datetime'] ?? record['timestamp'];
  const received = timeOf(record['dateReceived'] ?? record['received']) ?? timeOf(time);
  const hexId = id?.replaceAll('-', '').toLowerCase() ?? '';
  if (!/^[0-9a-f]{32}$/.test(hexId) || received === undefined) return null;
  const payload = isRecord ? payloadOf(record) : { ...record, tags: tagsOf(record['tags']) };
  return { id: hexId, received, payload: { ...payload, ...(fingerprint && { fingerprint }) } };
}

/** Returns a time as ISO 8601; servers send that, or seconds since 1970. */
function timeOf(value: unknown): string | undefined {
  const time = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** Returns the tags of a record: a list of objects or pairs, or an object. */
function pairsOf(tags: unknown): [string, string][] {
  return (Array.isArray(tags) ? listOf(tags) : Object.entries(objectOf(tags))).flatMap((tag): [string, string][] => {
    const [key, value] = Array.isArray(tag) ? (tag as unknown[]) : [objectOf(tag)['key'], objectOf(tag)['value']];
    return typeof key === 'string' && typeof value === 'string' ? [[key, value]] : [];
  });
}

function tagsOf(tags: unknown): [string, string][] {
  return pairsOf(tags).filter(([key]) => !TAGS_OF_FIELDS.has(key));
}

function payloadOf(record: SourceRecord): Record<string, unknown> {
  const tags = new Map(pairsOf(record['tags']));
  const { release, dist, platform, user, contexts, sdk, packages, context } = record;
  const version = typeof release === 'string' ? release : objectOf(release)['version'];
  return present({
    timestamp: record['dateCreated'],
    platform,
    level: tags.get('level'),
    logger: tags.get('logger'),
    transaction: tags.get('transaction'),
    server_name: tags.get('server_name'),
    environment: tags.get('environment'),
    release: version ?? tags.get('release'),
    dist: dist ?? tags.get('dist'),
    tags: tagsOf(record['tags']),
    user: user && present(objectOf(user)),
    contexts,
    sdk,
    modules: packages,
    extra: context,
    ...Object.fromEntries(listOf(record['entries']).flatMap((entry) => Object.entries(partOf(objectOf(entry))))),
  });
}

/** Returns the members of a payload that an entry shows. */
function partOf({ type, data }: SourceRecord): Record<string, unknown> {
  const part = objectOf(data);
  const values = listOf(part['values']).map(objectOf);
  switch (type) {
    case 'message':
      return { logentry: { message: part['message'], formatted: part['formatted'], params: part['params'] } };
    case 'exception':
      return { exception: { values: values.map(exceptionOf) } };
    case 'threads':
      return { threads: { values: values.map((thread) => ({ ...thread, ...tracesOf(thread) })) } };
    case 'stacktrace':
      return { stacktrace: traceOf(part) };
    case 'breadcrumbs':
      return { breadcrumbs: { values } };
    case 'debugmeta':
      return { debug_meta: { images: part['images'] } };
    case 'request':
      return {
        request: present({
          method: part['method'],
          url: part['url'],
          query_string: part['query'],
          fragment: part['fragment'],
          data: part['data'],
          headers: part['headers'],
          cookies: part['cookies'],
          env: part['env'],
          inferred_content_type: part['inferredContentType'],
        }),
      };
    default:
      return {};
  }
}

function exceptionOf(exception: SourceRecord): Record<string, unknown> {
  const { type, value, module, mechanism, threadId } = exception;
  return present({ type, value, module, mechanism, thread_id: threadId, ...tracesOf(exception) });
}

/** Returns the trace as it is shown, and as it was sent. */
function tracesOf({ stacktrace, rawStacktrace }: SourceRecord): Record<string, unknown> {
  return {
    rawStacktrace: undefined,
    stacktrace: stacktrace && traceOf(objectOf(stacktrace)),
    raw_stacktrace: rawStacktrace && traceOf(objectOf(rawStacktrace)),
  };
}

function traceOf({ frames, framesOmitted, registers }: SourceRecord): Record<string, unknown> {
  return present({
    frames: listOf(frames).map((frame) => frameOf(objectOf(frame))),
    frames_omitted: framesOmitted,
    registers,
  });
}

function frameOf(frame: SourceRecord): Record<string, unknown> {
  const { filename, module, platform, vars, lock, lineNo } = frame;
  const lines = listOf(frame['context']).filter((line): line is [number, string] => Array.isArray(line));
  const textsOf = (isPart: (number: number) => boolean) =>
    lines.filter(([number]) => isPart(number)).map(([, text]) => text);
  const line = typeof lineNo === 'number' ? lineNo : NaN;
  const [contextLine] = textsOf((number) => number === line);
  return present({
    filename,
    module,
    platform,
    vars,
    lock,
    abs_path: frame['absPath'],
    package: frame['package'],
    function: frame['function'],
    raw_function: frame['rawFunction'],
    lineno: lineNo,
    colno: frame['colNo'],
    in_app: frame['inApp'],
    instruction_addr: frame['instructionAddr'],
    symbol_addr: frame['symbolAddr'],
    addr_mode: frame['addrMode'],
    ...(contextLine !== undefined && {
      pre_context: textsOf((number) => number < line),
      context_line: contextLine,
      post_context: textsOf((number) => number > line),
    }),
  });
}
