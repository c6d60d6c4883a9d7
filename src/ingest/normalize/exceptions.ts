import type { ExceptionValue, JsonObject, Mechanism, Thread } from '../../domain/event';
import { cut } from '../../domain/text';
import { isObject } from '../../domain/json';
import { copyObject, copyValue } from './copy';
import { readStacktrace } from './frames';
import { readFlag, readId, readObject, readObjects, readText, readWhole } from './read';

/** Exceptions kept of a chain, and threads of a process; the main exception is the last. */
const MAX_EXCEPTIONS = 50;
const MAX_THREADS = 250;
const MAX_VALUE = 8192;

/** A bare list, `{values: [...]}` or a single exception; oldest cause first (reference/ingest.md §2.1). */
export function readExceptions(value: unknown): ExceptionValue[] {
  return sentExceptions(value).slice(-MAX_EXCEPTIONS).map(readException).filter(saysSomething);
}

function sentExceptions(value: unknown): JsonObject[] {
  const values = isObject(value) ? (value['values'] ?? value) : value;
  return isObject(values) ? [values] : readObjects(values);
}

function readException(sent: JsonObject): ExceptionValue {
  return {
    type: readText(sent['type'], 128),
    value: readValue(sent['value']),
    module: readText(sent['module'], 256),
    threadId: readId(sent['thread_id']),
    mechanism: readMechanism(sent['mechanism']),
    stacktrace: readStacktrace(sent['stacktrace']),
    rawStacktrace: readStacktrace(sent['raw_stacktrace']),
  };
}

function saysSomething({ type, value, module, stacktrace }: ExceptionValue): boolean {
  return type !== null || value !== null || module !== null || stacktrace !== null;
}

/** What was thrown, as text: some clients send the thrown object itself. */
function readValue(value: unknown): string | null {
  if (typeof value === 'string') return readText(value, MAX_VALUE);
  if (value === undefined || value === null) return null;
  return cut(JSON.stringify(copyValue(value, { left: MAX_VALUE })), MAX_VALUE);
}

function readMechanism(value: unknown): Mechanism | null {
  const sent = typeof value === 'string' ? { type: value } : readObject(value);
  if (sent === null) return null;
  return {
    type: readText(sent['type'], 128),
    handled: readFlag(sent['handled']),
    synthetic: readFlag(sent['synthetic']),
    source: readText(sent['source'], 128),
    description: readText(sent['description'], 1024),
    helpLink: readText(sent['help_link'], 1024),
    isExceptionGroup: readFlag(sent['is_exception_group']),
    exceptionId: readWhole(sent['exception_id']),
    parentId: readWhole(sent['parent_id']),
    data: copyObject(sent['data'], 4096),
    meta: copyObject(sent['meta'], 4096),
  };
}

/** `{values: [...]}` or a bare list. */
export function readThreads(value: unknown): Thread[] {
  return readObjects(value).slice(0, MAX_THREADS).map(readThread);
}

function readThread(sent: JsonObject): Thread {
  return {
    id: readId(sent['id']),
    name: readText(sent['name'], 256),
    state: readText(sent['state'], 128),
    crashed: sent['crashed'] === true,
    current: sent['current'] === true,
    main: sent['main'] === true,
    stacktrace: readStacktrace(sent['stacktrace']),
  };
}
