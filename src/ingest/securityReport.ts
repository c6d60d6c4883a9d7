import { BadRequest } from '../domain/errors';
import { type Event, type EventSummary, isObject, type JsonObject } from '../domain/event';
import { describeJsonError } from '../domain/text';
import { readInteger, readText } from './normalize/values';

/*
 * Reports of browsers about a violated Content-Security-Policy, in both forms: one report in `csp-report`, and the
 * lists of the Reporting API, which have other names for the same fields.
 */

/** The type of an event that is made of a report, and of its context. */
export const CSP_TYPE = 'csp';

/** The fields of a report, as events have them: `effective_directive` and so on. */
export type CspFields = Readonly<Partial<Record<CspField, string | number>>>;
type CspField = (typeof TEXT_FIELDS)[number][0] | (typeof NUMBER_FIELDS)[number][0];

const MAX_URL = 2048;

/** Name of a field, its names in reports, and the limit of its characters. */
const TEXT_FIELDS = [
  ['effective_directive', ['effective-directive', 'effectiveDirective'], 200],
  ['violated_directive', ['violated-directive', 'violatedDirective'], MAX_URL],
  ['blocked_uri', ['blocked-uri', 'blockedURL', 'blockedURI'], MAX_URL],
  ['document_uri', ['document-uri', 'documentURL', 'documentURI'], MAX_URL],
  ['referrer', ['referrer'], MAX_URL],
  ['original_policy', ['original-policy', 'originalPolicy'], 6000],
  ['source_file', ['source-file', 'sourceFile'], MAX_URL],
  ['disposition', ['disposition'], 20],
  ['script_sample', ['script-sample', 'scriptSample', 'sample'], 300],
] as const;
const NUMBER_FIELDS = [
  ['status_code', ['status-code', 'statusCode']],
  ['line_number', ['line-number', 'lineNumber']],
  ['column_number', ['column-number', 'columnNumber']],
] as const;

/** A report of a body, before its fields are read. */
interface SentReport {
  readonly body: JsonObject;
  /** Milliseconds between the violation and the request; reports are sent in batches. */
  readonly age: number;
}

/** The reports of a body. */
export interface SentReports {
  readonly violations: readonly SentReport[];
  /** Number of reports of the Reporting API about other matters, such as deprecations. */
  readonly others: number;
  /** Number of values that are no reports. */
  readonly invalid: number;
}

/** A batch older than this was kept by a browser that was closed; its age says nothing about the violation. */
const MAX_AGE_MS = 86_400_000;

/** Parses the body of a request, or the payload of an item. @throws BadRequest if it is not JSON */
export function parseReports(bytes: Uint8Array): SentReports {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').trim();
  if (text === '') throw new BadRequest('The report is empty.', ['the body has no bytes']);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new BadRequest('The report is not valid JSON.', [describeJsonError(error)]);
  }
  const violations: SentReport[] = [];
  let [others, invalid] = [0, 0];
  for (const sent of Array.isArray(json) ? (json as unknown[]) : [json]) {
    const report = reportOf(sent);
    if (report === 'other') others += 1;
    else if (report === null) invalid += 1;
    else violations.push(report);
  }
  return { violations, others, invalid };
}

function reportOf(sent: unknown): SentReport | 'other' | null {
  if (!isObject(sent)) return null;
  const { 'csp-report': singleReport, type, body, age } = sent;
  if (isObject(singleReport)) return withDirective({ body: singleReport, age: 0 });
  if (typeof type !== 'string' || !isObject(body)) return null;
  if (type !== 'csp-violation') return 'other';
  return withDirective({ body, age: Math.min(readInteger(age) ?? 0, MAX_AGE_MS) });
}

/** Returns the report; null if it names no directive: then it does not say what was violated. */
function withDirective(report: SentReport): SentReport | null {
  return directiveOf(readFields(report.body)) === null ? null : report;
}

function readFields(body: JsonObject): CspFields {
  const valueOf = (names: readonly string[]) => body[names.find((name) => body[name] !== undefined) ?? ''];
  const fields: Partial<Record<CspField, string | number>> = {};
  for (const [name, names, limit] of TEXT_FIELDS) {
    const text = readText(valueOf(names), limit);
    if (text !== null) fields[name] = text;
  }
  // Browsers send numbers as texts too, and some negative ones, which mean that they are unknown.
  for (const [name, names] of NUMBER_FIELDS) {
    const number = readInteger(valueOf(names));
    if (number !== null) fields[name] = number;
  }
  return fields;
}

/** The properties of the request in which a report arrived. */
interface ReportOrigin {
  readonly release: string | null;
  readonly environment: string | null;
  readonly userAgent: string;
  readonly ipAddress: string | null;
  readonly now: number;
}

/** Returns the payload of the event that is made of a report. */
export function payloadOfReport({ body, age }: SentReport, origin: ReportOrigin): JsonObject {
  const fields = readFields(body);
  const directive = directiveOf(fields) ?? '';
  const blocked = String(fields.blocked_uri ?? 'self');
  const host = isWebAddress(blocked) ? hostOf(blocked) : null;
  return {
    platform: 'other',
    logger: CSP_TYPE,
    timestamp: (origin.now - age) / 1000,
    message: titleOf(fields),
    ...(origin.release !== null && { release: origin.release }),
    ...(origin.environment !== null && { environment: origin.environment }),
    request: {
      url: fields.document_uri,
      headers: [
        ...(fields.referrer === undefined ? [] : [['Referer', fields.referrer]]),
        ...(origin.userAgent === '' ? [] : [['User-Agent', origin.userAgent]]),
      ],
    },
    ...(origin.ipAddress !== null && { user: { ip_address: origin.ipAddress } }),
    tags: {
      'effective-directive': directive,
      'blocked-uri': blocked,
      ...(host !== null && { 'blocked-host': host }),
    },
    fingerprint: [CSP_TYPE, directive, keywordOf(fields) ?? sourceOf(blocked)],
    contexts: { [CSP_TYPE]: { ...fields, effective_directive: directive, blocked_uri: blocked } },
  };
}

/** Returns the first word of the violated directive; null if the report names none. */
function directiveOf({ effective_directive: effective, violated_directive: violated }: CspFields): string | null {
  const [word = ''] = String(effective ?? violated ?? '')
    .trim()
    .split(/\s+/, 1);
  return word === '' ? null : word.toLowerCase();
}

function isLocal(blocked: string): boolean {
  return ['', 'self', "'self'"].includes(blocked);
}

const WEB_ADDRESS = /^(?:https?|wss?):\/\//i;

function isWebAddress(blocked: string): boolean {
  return WEB_ADDRESS.test(blocked);
}

function hostOf(address: string): string {
  const [, host = ''] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(address) ?? [];
  return host.toLowerCase();
}

/**
 * Returns the source of a blocked resource without its path: a host, `'self'`, or a scheme such as `data:`. The words
 * `inline` and `eval` are not schemes.
 */
function sourceOf(blocked: string): string {
  if (isLocal(blocked)) return "'self'";
  if (isWebAddress(blocked)) return hostOf(blocked);
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(blocked) ?? [];
  if (scheme === '') return /^[a-z-]+$/i.test(blocked) && !KEYWORDS.has(blocked) ? `${blocked}:` : blocked;
  return rest.startsWith('//') ? `${scheme.toLowerCase()}://${hostOf(blocked)}` : `${scheme.toLowerCase()}:`;
}

/** Blocked code of the page itself → the keyword of a policy that would allow it. */
const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['inline', 'unsafe-inline'],
  ['eval', 'unsafe-eval'],
  ['wasm-eval', 'wasm-unsafe-eval'],
]);

/**
 * Returns the keyword that would allow blocked code of the page itself; null for everything else. Old browsers report
 * such code as `self`, and then the violated directive names the keyword.
 */
function keywordOf(fields: CspFields): string | null {
  const blocked = String(fields.blocked_uri ?? 'self');
  const named = KEYWORDS.get(blocked);
  if (named !== undefined) return named;
  if (!isLocal(blocked) || directiveOf(fields)?.startsWith('script-src') !== true) return null;
  const violated = String(fields.violated_directive ?? '');
  return [...KEYWORDS.values()].find((keyword) => violated.includes(`'${keyword}'`)) ?? null;
}

/** Returns the title of a violation: the kind of the blocked resource, and its source. */
function titleOf(fields: CspFields): string {
  const kind = kindOf(directiveOf(fields) ?? '');
  const blocked = String(fields.blocked_uri ?? 'self');
  const keyword = keywordOf(fields);
  if (keyword === 'unsafe-inline') return `Blocked unsafe inline '${kind}'`;
  if (keyword !== null) return `Blocked unsafe eval() '${kind}'`;
  if (!isLocal(blocked)) return `Blocked '${kind}' from '${sourceOf(blocked)}'`;
  if (kind === 'script') return `Blocked unsafe (eval() or inline) 'script'`;
  return `Blocked inline '${kind}'`;
}

/** Returns the kind of resource that a directive is about: `script` for `script-src-elem`, `image` for `img-src`. */
function kindOf(directive: string): string {
  const [, kind = directive] = /^(.+?)-(?:src(?:-(?:elem|attr))?|action)$/.exec(directive) ?? [];
  return kind === 'img' ? 'image' : kind;
}

/** Returns the fields of a report in a scrubbed event; null for another event. */
export function cspFieldsOf({ type, contexts }: Pick<Event, 'type' | 'contexts'>): CspFields | null {
  return type === CSP_TYPE ? ((contexts[CSP_TYPE] as CspFields | undefined) ?? null) : null;
}

/**
 * Returns the culprit of a report, the violated directive with the origin of the page as `'self'`, and its metadata.
 */
export function describeReport(fields: CspFields, message: string): Pick<EventSummary, 'culprit' | 'metadata'> {
  const directive = directiveOf(fields) ?? '';
  const violated = String(fields.violated_directive ?? directive);
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]+/i.exec(String(fields.document_uri ?? '')) ?? [];
  const culprit = violated
    .split(/\s+/)
    .map((part) => (origin !== '' && part.replace(/\/$/, '') === origin ? "'self'" : part))
    .join(' ');
  return { culprit, metadata: { directive, uri: sourceOf(String(fields.blocked_uri ?? 'self')), message } };
}
