import type { Event, EventSummary, ExceptionValue, Frame, JsonObject } from '../domain/event';
import { cut } from '../domain/text';
import { collectTags } from './describe/tags';
import { crashFrame, functionName, mainException, mainTrace } from './trace';

const MAX_TITLE_LINE = 100;
const MAX_CULPRIT = 200;

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
  return line.trimEnd() === '' ? null : cut(line.trimEnd(), MAX_TITLE_LINE);
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
  if (exception.value !== null) metadata['value'] = cut(exception.value, 1024);
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
  const culprit = event.transaction ?? blame(newest, event) ?? event.request?.url ?? blame(frames.at(-1), event);
  return culprit === null ? null : cut(culprit, MAX_CULPRIT);
}

function blame(frame: Frame | undefined, event: Event): string | null {
  if (frame === undefined) return null;
  const place = frame.module ?? frame.filename;
  const platform = frame.platform ?? event.platform;
  if (platform === 'native') return functionName(frame);
  if (place === null) return functionName(frame);
  const called = frame.function ?? '?';
  return platform === 'javascript' || platform === 'node' ? `${called}(${place})` : `${place} in ${called}`;
}
