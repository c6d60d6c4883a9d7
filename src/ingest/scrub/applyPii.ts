import {
  type Event,
  type EventUser,
  type Frame,
  FRAME_FIELDS,
  type FrameFieldName,
  frameFieldsOf,
  type JsonObject,
  type Mechanism,
  type Stacktrace,
} from '../../domain/event';
import {
  BREADCRUMB_FIELDS,
  EVENT_FIELDS,
  type EventFieldKind,
  EXCEPTION_FIELDS,
  type FieldTable,
  listFields,
  LOG_ENTRY_FIELDS,
  MECHANISM_FIELDS,
  REQUEST_FIELDS,
  THREAD_FIELDS,
} from '../../domain/eventFields';
import { type CompileSetting } from '../settingsCache';
import { parsePiiConfig } from './piiConfig';
import { PiiRedactor, PiiRemarks, type ValuePath, asData, childPath } from './piiRedactor';
import { ATTACHMENTS } from './piiSelector';

/**
 * Applies a project's PII configuration to an event. Selectors use the member names of the documented payload, whatever
 * form the client sent. Structural fields, on which reading and grouping depend, and records and lists of the event are
 * removed as a whole only if a selector names them. In files of frames, only the folders are redacted.
 */
export function applyPii(event: Event, text: string, compileSetting: CompileSetting, remarks: PiiRemarks): Event {
  const config = compileSetting(parsePiiConfig, text);
  if (config.applications.length === 0) return event;
  const values = new PiiRedactor(config, remarks);
  const redacted = new EventRedactor(values).event(event);
  if (!values.isExhausted) return redacted;
  const error = { type: 'processing_limit', name: 'relayPiiConfig', value: null };
  return { ...redacted, errors: [...redacted.errors, error] };
}

/**
 * Returns a function that applies a project's PII configuration to the text of an attachment; null if no selector names
 * the attachment, as in `$attachments.'view.log'`. Selectors of all values, or of all texts, do not name it.
 */
export function redactFile(
  fileName: string,
  text: string,
  compileSetting: CompileSetting,
): ((text: string) => string) | null {
  const config = compileSetting(parsePiiConfig, text);
  const path = { names: [ATTACHMENTS, fileName.toLowerCase()], kind: 'string' as const, isStructural: true };
  const applications = config.applications.filter(({ selector }) => selector.isSpecific && selector.matches(path));
  if (applications.length === 0) return null;
  return (content) => {
    const values = new PiiRedactor({ ...config, applications }, new PiiRemarks());
    return values.text(content, values.dataPath(ATTACHMENTS, fileName)) ?? '';
  };
}

const PATH_FIELDS = frameFieldsOf('path');
const TEXT_FIELDS = frameFieldsOf('name', 'line');
const LINES_FIELDS = frameFieldsOf('linesBefore', 'linesAfter');
const DATA_FIELDS = frameFieldsOf('data');

/** A field that rules are applied to. */
interface PiiField {
  readonly name: string;
  readonly kind: EventFieldKind;
  readonly payload: string;
  readonly isStructural: boolean;
}

/** Returns the fields of a table that rules are applied to, of all kinds or of the given ones. */
function piiFields(table: FieldTable, ...kinds: readonly EventFieldKind[]): readonly PiiField[] {
  return listFields(table).flatMap(({ name, kind, payload, pii }) =>
    payload === undefined || pii === undefined || (kinds.length > 0 && !kinds.includes(kind))
      ? []
      : { name, kind, payload, isStructural: pii === 'structural' },
  );
}

const EVENT_TEXTS = piiFields(EVENT_FIELDS, 'text', 'version');
const LOG_ENTRY = piiFields(LOG_ENTRY_FIELDS);
const EXCEPTION = piiFields(EXCEPTION_FIELDS);
const MECHANISM = piiFields(MECHANISM_FIELDS);
const THREAD = piiFields(THREAD_FIELDS);
const BREADCRUMB = piiFields(BREADCRUMB_FIELDS);
const REQUEST = piiFields(REQUEST_FIELDS);

class EventRedactor {
  /** Original file of a frame → redacted file. Debug images are found by the file. */
  readonly #files = new Map<string, string>();

  constructor(private readonly values: PiiRedactor) {}

  event(event: Event): Event {
    const { values } = this;
    const fingerprint = values.structuralPath('fingerprint');
    const errors = values.dataPath('errors');
    return {
      ...this.#record(event, EVENT_TEXTS, values.structuralPath()),
      logentry: this.#optional(event.logentry, LOG_ENTRY, values.dataPath('logentry')),
      exceptions: this.#list(event.exceptions, EXCEPTION, values.structuralPath('exception')),
      threads: this.#list(event.threads, THREAD, values.structuralPath('threads')),
      stacktrace: this.#trace(event.stacktrace, values.structuralPath('stacktrace')),
      breadcrumbs: this.#list(event.breadcrumbs, BREADCRUMB, values.dataPath('breadcrumbs')),
      tags: this.#tags(event.tags, values.dataPath('tags')),
      user: event.user && this.#user(event.user),
      request: this.#optional(event.request, REQUEST, values.dataPath('request')),
      contexts: this.#contexts(event.contexts, values.dataPath('contexts')),
      sdk: this.#object(event.sdk, this.values.structuralPath('sdk')),
      extra: this.#object(event.extra, this.values.dataPath('extra')) ?? {},
      modules: this.#modules(event.modules, values.structuralPath('modules')),
      fingerprint:
        event.fingerprint === null || values.removes(event.fingerprint, fingerprint)
          ? null
          : event.fingerprint.flatMap((part, index) => values.text(part, childPath(fingerprint, String(index))) ?? []),
      errors: values.keptItems(event.errors, errors).map(({ item: error, path }) => ({
        ...error,
        value: values.value(error.value, childPath(path, 'value')),
      })),
      debugImages: event.debugImages.map((image) => ({
        ...image,
        codeFile: image.codeFile && (this.#files.get(image.codeFile) ?? image.codeFile),
      })),
    };
  }

  #text(text: string | null, path: ValuePath): string | null {
    return text === null ? null : this.values.text(text, path);
  }

  #object(value: JsonObject | null, path: ValuePath): JsonObject | null {
    return this.values.value(value, path) as JsonObject | null;
  }

  /** Redacts a list of records, which are in the member `values` of the payload. */
  #list<T extends object>(records: readonly T[], fields: readonly PiiField[], path: ValuePath): T[] {
    if (records.length === 0 || this.values.removes(records, path)) return [];
    const kept = this.values.keptItems(records, childPath(path, 'values'));
    return kept.map((one) => this.#record(one.item, fields, one.path));
  }

  #optional<T extends object>(record: T | null, fields: readonly PiiField[], path: ValuePath): T | null {
    return record === null || this.values.removes(record, path) ? null : this.#record(record, fields, path);
  }

  #record<T extends object>(record: T, fields: readonly PiiField[], path: ValuePath): T {
    const redacted = { ...(record as JsonObject) };
    for (const { name, kind, payload, isStructural } of fields) {
      redacted[name] = this.#field(redacted[name], kind, { ...childPath(path, payload), isStructural });
    }
    return redacted as T;
  }

  #field(value: unknown, kind: EventFieldKind, path: ValuePath): unknown {
    switch (kind) {
      case 'pairs':
        return this.#pairs(value as [string, string][], path);
      case 'trace':
        return this.#trace(value as Stacktrace | null, path);
      case 'record':
        return this.#optional(value as Mechanism | null, MECHANISM, path);
      default:
        return this.values.value(value, path);
    }
  }

  #pairs(pairs: readonly [string, string][], path: ValuePath): [string, string][] {
    if (this.values.removes(pairs, path)) return [];
    return pairs.map(([key, text]) => [key, this.values.text(text, childPath(path, key)) ?? '']);
  }

  /** Redacts a trace. Without frames, nothing of it is kept. */
  #trace(trace: Stacktrace | null, path: ValuePath): Stacktrace | null {
    if (trace === null || this.values.removes(trace, path)) return null;
    const kept = this.values.keptItems(trace.frames, childPath(path, 'frames'));
    if (kept.length === 0 && trace.frames.length > 0) return null;
    const frames = kept.map((one) => this.#frame(one.item, one.path));
    return { ...trace, frames, registers: this.#object(trace.registers, childPath(path, 'registers')) };
  }

  #frame(frame: Frame, path: ValuePath): Frame {
    const redacted: Frame = { ...frame };
    const pathOf = (name: FrameFieldName) => childPath(path, FRAME_FIELDS[name].payload);
    for (const name of PATH_FIELDS) redacted[name] = this.#file(frame[name], pathOf(name));
    for (const name of TEXT_FIELDS) redacted[name] = this.#text(frame[name], pathOf(name));
    for (const name of LINES_FIELDS) redacted[name] = this.#lines(frame[name], pathOf(name));
    for (const name of DATA_FIELDS) redacted[name] = this.#object(frame[name], asData(pathOf(name)));
    return redacted;
  }

  #lines(lines: readonly string[], path: ValuePath): string[] {
    if (lines.length === 0 || this.values.removes(lines, path)) return [];
    return lines.map((line, index) => this.values.text(line, childPath(path, String(index))) ?? '');
  }

  #tags(tags: Event['tags'], path: ValuePath): Event['tags'] {
    if (this.values.removes(tags, path)) return [];
    return tags.flatMap(({ key, value }) => {
      const redacted = this.values.text(value, childPath(path, key));
      return redacted === null || redacted === '' ? [] : [{ key, value: redacted }];
    });
  }

  #modules(modules: Event['modules'], path: ValuePath): Event['modules'] {
    if (this.values.removes(modules, path)) return {};
    const versions = Object.entries(modules).map(([name, version]) => [
      name,
      this.values.text(version, childPath(path, name)) ?? '',
    ]);
    return Object.fromEntries(versions) as Event['modules'];
  }

  /** Redacts the folders of a file. Frames are resolved, named and grouped by its base name. */
  #file(file: string | null, path: ValuePath): string | null {
    if (file === null) return null;
    const redactableLength = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
    const redacted =
      (redactableLength === 0 ? file : this.values.text(file, { ...path, redactableLength })) ??
      file.slice(redactableLength);
    if (redacted !== file) this.#files.set(file, redacted);
    return redacted;
  }

  /**
   * Redacts a user. A redacted IP address is removed, because the field contains valid addresses only; its replacement
   * becomes the id of a user without one.
   */
  #user(user: EventUser): EventUser | null {
    if (this.values.removes(user, this.values.dataPath('user'))) return null;
    const text = (name: 'id' | 'username' | 'email' | 'name') =>
      this.#text(user[name], this.values.dataPath('user', name));
    const address = this.#text(user.ipAddress, this.values.dataPath('user', 'ip_address'));
    const isSame = address === user.ipAddress;
    const redacted: EventUser = {
      id: text('id') ?? (isSame || address === '' ? null : address),
      username: text('username'),
      email: text('email'),
      name: text('name'),
      ipAddress: isSame ? address : null,
      geo: this.#object(user.geo, this.values.dataPath('user', 'geo')),
      data: this.#object(user.data, this.values.dataPath('user', 'data')),
    };
    return Object.values(redacted).every((value) => value === null) ? null : redacted;
  }

  /** Redacts contexts. Keeps the type of each context, on which its other members depend. */
  #contexts(contexts: Event['contexts'], path: ValuePath): Event['contexts'] {
    if (this.values.removes(contexts, path)) return {};
    return Object.fromEntries(
      Object.entries(contexts).flatMap(([alias, { type, ...context }]) => {
        const redacted = this.#object(context, childPath(path, alias));
        return redacted === null ? [] : [[alias, { ...redacted, type }]];
      }),
    );
  }
}
