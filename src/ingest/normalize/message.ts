import type { JsonObject, LogEntry } from '../../domain/event';
import { cut } from '../../domain/text';
import { isObject } from '../../domain/json';
import { copyValue } from './copy';
import { readScalar } from './read';

const MAX_MESSAGE = 8192;

/** The log message; `message` is an older spelling of `logentry`, and may be text (reference/ingest.md §2.1). */
export function readLogEntry(logentry: unknown, message: unknown): LogEntry | null {
  const sent = isObject(logentry) ? logentry : isObject(message) ? message : {};
  const plain = readScalar(isObject(logentry) ? message : (logentry ?? message), MAX_MESSAGE);
  const template = readScalar(sent['message'], MAX_MESSAGE) ?? plain;
  const params = readParams(sent['params']);
  const formatted =
    readScalar(sent['formatted'], MAX_MESSAGE) ??
    (params === null || template === null ? plain : interpolate(template, params));
  if (template === null && formatted === null) return null;
  return { message: template, formatted: formatted ?? template, params };
}

function readParams(value: unknown): unknown[] | JsonObject | null {
  if (typeof value !== 'object' || value === null) return null;
  const params = copyValue(value, { left: MAX_MESSAGE }) as unknown[] | JsonObject;
  return Object.keys(params).length === 0 ? null : params;
}

/** printf and brace placeholders, by position, index or name. */
const PLACEHOLDER = /%%|%\(([^()]{1,100})\)[sdifrxg]|%(?:\.\d+)?[sdifrxgoOj]|\{(\w{0,100})\}/g;

/** The template with its placeholders filled; one without a parameter stays as it is. */
function interpolate(template: string, params: unknown[] | JsonObject): string {
  let next = 0;
  const text = template.replace(PLACEHOLDER, (placeholder: string, percent?: string, brace?: string) => {
    if (placeholder === '%%') return '%';
    const name = percent ?? (brace === '' ? undefined : brace);
    const found = name === undefined ? String(next++) : name;
    if (!Object.hasOwn(params, found)) return placeholder;
    return show((params as JsonObject)[found]);
  });
  return cut(text, MAX_MESSAGE);
}

function show(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
