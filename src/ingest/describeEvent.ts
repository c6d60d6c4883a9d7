import type { Event, EventSummary, EventTag, EventUser, ExceptionValue, Frame, JsonObject } from '../domain/event';
import { compareBytes, truncate } from '../domain/text';
import { readScalar } from './normalize/values';
import { crashFrame, functionName, mainException, mainTrace } from './stacktrace';

const MAX_TITLE_LENGTH = 100;
const MAX_CULPRIT_LENGTH = 200;

/** What lists show of an event (reference/ingest.md §2.2–2.3, endpoints.md §4.5). */
export function describeEvent(event: Event): EventSummary {
  const message = event.logentry?.formatted ?? event.logentry?.message ?? '';
  const crash = crashFrame(event);
  const exception = mainException(event);
  const metadata = exception === undefined ? { title: messageTitle(message) } : errorMetadata(exception, crash);
  return {
    title: exception === undefined ? messageTitle(message) : errorTitle(exception, crash, message),
    message,
    culprit: culpritOf(event),
    location: exception === undefined ? null : (crash?.filename ?? null),
    metadata,
    tags: collectTags(event),
  };
}

function messageTitle(message: string): string {
  return titleLine(message) ?? '<unlabeled event>';
}

/** The first line with text, cut; null if there is none. */
function titleLine(text: string | null): string | null {
  const [line = ''] = (text ?? '').trimStart().split(/[\r\n]/, 1);
  return line.trimEnd() === '' ? null : truncate(line.trimEnd(), MAX_TITLE_LENGTH);
}

/**
 * `type: value`. An exception without a type is a message that came with a stack trace, so that its value is the title; the
 * type of a synthetic one says nothing, but is better than no title (reference/ingest.md §2.2).
 */
function errorTitle(exception: ExceptionValue, crash: Frame | undefined, message: string): string {
  const value = titleLine(exception.value);
  const called = crash === undefined ? null : functionName(crash);
  if (exception.type === null) return value ?? titleLine(message) ?? called ?? '<unknown>';
  if (value !== null) return `${exception.type}: ${value}`;
  return exception.mechanism?.synthetic === true ? (called ?? exception.type) : exception.type;
}

function errorMetadata(exception: ExceptionValue, crash: Frame | undefined): JsonObject {
  const metadata: JsonObject = {};
  if (exception.value !== null) metadata['value'] = truncate(exception.value, 1024);
  if (exception.type !== null) metadata['type'] = exception.type;
  if (crash?.filename) metadata['filename'] = crash.filename;
  const called = crash === undefined ? null : functionName(crash);
  if (called !== null) metadata['function'] = called;
  return metadata;
}

/** What to blame: the transaction, else the newest frame of the application, else the address that was asked for. */
function culpritOf(event: Event): string | null {
  const frames = mainTrace(event)?.frames ?? [];
  const newest = frames.findLast(({ inApp }) => inApp);
  const culprit =
    event.transaction ?? describeFrame(newest, event) ?? event.request?.url ?? describeFrame(frames.at(-1), event);
  return culprit === null ? null : truncate(culprit, MAX_CULPRIT_LENGTH);
}

function describeFrame(frame: Frame | undefined, event: Event): string | null {
  if (frame === undefined) return null;
  const place = frame.module ?? frame.filename;
  const platform = frame.platform ?? event.platform;
  if (platform === 'native') return functionName(frame);
  if (place === null) return functionName(frame);
  const called = frame.function ?? '?';
  return platform === 'javascript' || platform === 'node' ? `${called}(${place})` : `${place} in ${called}`;
}

const MAX_TAG_VALUE = 200;

/**
 * The client's tags and those that the event's fields and contexts tell, sorted by key in byte order. Where both know a key
 * the event's own wins; values are text and never empty (reference/ingest.md §2.3).
 */
export function collectTags(event: Event): EventTag[] {
  const tags = new Map<string, string>();
  const add = (key: string, value: string | null | undefined) => {
    const text = value?.trim() ?? '';
    if (key !== '' && text !== '') tags.set(key, truncate(text, MAX_TAG_VALUE));
  };
  for (const { key, value } of event.tags) add(key, value);
  for (const [alias, context] of Object.entries(event.contexts)) addContextTags(alias, context, add);
  addFieldTags(event, add);
  return Array.from(tags, ([key, value]) => ({ key, value })).sort((a, b) => compareBytes(a.key, b.key));
}

type AddTag = (key: string, value: string | null | undefined) => void;

function addFieldTags(event: Event, add: AddTag): void {
  const mechanism = mainException(event)?.mechanism;
  add('level', event.level);
  add('environment', event.environment);
  add('release', event.release);
  add('dist', event.dist);
  add('server_name', event.serverName);
  add('transaction', event.transaction);
  add('logger', event.logger);
  add('url', event.request?.url);
  add('user', event.user === null ? null : userTag(event.user));
  add('mechanism', mechanism?.type);
  add('handled', yesOrNo(mechanism?.handled));
}

/** The surest way to tell the person again. */
function userTag({ id, username, email, ipAddress }: EventUser): string | null {
  if (id !== null) return 'id:' + id;
  if (username !== null) return 'username:' + username;
  if (email !== null) return 'email:' + email;
  return ipAddress === null ? null : 'ip:' + ipAddress;
}

function yesOrNo(value: unknown): string | null {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : null;
}

/** The type says what a context tells, its alias what the tags are called. */
function addContextTags(alias: string, context: JsonObject, add: AddTag): void {
  const text = (name: string) => readScalar(context[name], MAX_TAG_VALUE);
  const [name, version] = [text('name'), text('version')];
  switch (context['type']) {
    case 'browser':
    case 'os':
    case 'client_os':
      add(alias, name === null || version === null ? name : `${name} ${version}`);
      add(alias + '.name', name);
      add(alias + '.rooted', yesOrNo(context['rooted']));
      break;
    case 'runtime':
      add(alias, name === null || version === null ? null : `${name} ${version}`);
      add(alias + '.name', name);
      break;
    case 'device':
      add(alias, text('model'));
      add(alias + '.family', text('family'));
      break;
    case 'gpu':
      add(alias + '.name', name);
      add(alias + '.vendor', text('vendor_name'));
      break;
    case 'app':
      add(alias + '.device', text('device_app_hash'));
      break;
    case 'monitor':
      add(alias + '.id', text('id'));
  }
}
