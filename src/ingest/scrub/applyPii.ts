import {
  type Breadcrumb,
  type Event,
  type EventRequest,
  type EventUser,
  type ExceptionValue,
  type Frame,
  FRAME_FIELDS,
  type FrameFieldName,
  frameFieldsOf,
  type JsonObject,
  type Mechanism,
  type Stacktrace,
} from '../../domain/event';
import { type CompileSetting } from '../settingsCache';
import { parsePiiConfig } from './piiConfig';
import { asData, childPath, PiiRedactor, type ValuePath } from './piiRedactor';
import type { PiiRemarks } from './redactionRemarks';

/**
 * Applies a project's PII configuration to an event. Selectors use the member names of the documented payload, whatever form the client
 * sent. Structural fields, which reading and grouping depend on, are removed as a whole only if a selector names them. Of the files of
 * frames only the folders are redacted.
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

const PATH_FIELDS = frameFieldsOf('path');
const TEXT_FIELDS = frameFieldsOf('name', 'line');
const LINES_FIELDS = frameFieldsOf('linesBefore', 'linesAfter');
const DATA_FIELDS = frameFieldsOf('data');

class EventRedactor {
  /** Original file of a frame → redacted file. Debug images are found by the file. */
  readonly #files = new Map<string, string>();

  constructor(private readonly values: PiiRedactor) {}

  event(event: Event): Event {
    const tags = this.values.dataPath('tags');
    const modules = this.values.structuralPath('modules');
    return {
      ...event,
      logger: this.#text(event.logger, this.values.structuralPath('logger')),
      transaction: this.#text(event.transaction, this.values.structuralPath('transaction')),
      serverName: this.#text(event.serverName, this.values.structuralPath('server_name')),
      release: this.#text(event.release, this.values.structuralPath('release')),
      dist: this.#text(event.dist, this.values.structuralPath('dist')),
      environment: this.#text(event.environment, this.values.structuralPath('environment')),
      logentry: event.logentry && {
        message: this.#text(event.logentry.message, this.values.dataPath('logentry', 'message')),
        formatted: this.#text(event.logentry.formatted, this.values.dataPath('logentry', 'formatted')),
        params: this.values.value(
          event.logentry.params,
          this.values.dataPath('logentry', 'params'),
        ) as JsonObject | null,
      },
      exceptions: event.exceptions.map((exception, index) =>
        this.#exception(exception, this.values.structuralPath('exception', 'values', String(index))),
      ),
      threads: event.threads.map((thread, index) => {
        const path = this.values.structuralPath('threads', 'values', String(index));
        return {
          ...thread,
          name: this.#text(thread.name, childPath(path, 'name')),
          stacktrace: this.#trace(thread.stacktrace, childPath(path, 'stacktrace')),
        };
      }),
      stacktrace: this.#trace(event.stacktrace, this.values.structuralPath('stacktrace')),
      breadcrumbs: event.breadcrumbs.map((crumb, index) => this.#crumb(crumb, String(index))),
      tags: event.tags.flatMap(({ key, value }) => {
        const redacted = this.values.text(value, childPath(tags, key));
        return redacted === null || redacted === '' ? [] : [{ key, value: redacted }];
      }),
      user: event.user && this.#user(event.user),
      request: event.request && this.#request(event.request),
      contexts: this.#contexts(event.contexts),
      sdk: this.#object(event.sdk, this.values.structuralPath('sdk')),
      extra: this.#object(event.extra, this.values.dataPath('extra')) ?? {},
      modules: Object.fromEntries(
        Object.entries(event.modules).map(([name, version]) => [
          name,
          this.values.text(version, childPath(modules, name)) ?? '',
        ]),
      ),
      fingerprint:
        event.fingerprint?.flatMap(
          (part, index) => this.values.text(part, this.values.structuralPath('fingerprint', String(index))) ?? [],
        ) ?? null,
      errors: event.errors.map((error, index) => ({
        ...error,
        value: this.values.value(error.value, this.values.dataPath('errors', String(index), 'value')),
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

  #exception(exception: ExceptionValue, path: ValuePath): ExceptionValue {
    return {
      ...exception,
      type: this.#text(exception.type, childPath(path, 'type')),
      value: this.#text(exception.value, asData(childPath(path, 'value'))),
      module: this.#text(exception.module, childPath(path, 'module')),
      mechanism: exception.mechanism && this.#mechanism(exception.mechanism, asData(childPath(path, 'mechanism'))),
      stacktrace: this.#trace(exception.stacktrace, childPath(path, 'stacktrace')),
      rawStacktrace: this.#trace(exception.rawStacktrace, childPath(path, 'raw_stacktrace')),
    };
  }

  #mechanism(mechanism: Mechanism, path: ValuePath): Mechanism {
    return {
      ...mechanism,
      description: this.#text(mechanism.description, childPath(path, 'description')),
      data: this.#object(mechanism.data, childPath(path, 'data')),
      meta: this.#object(mechanism.meta, childPath(path, 'meta')),
    };
  }

  #trace(trace: Stacktrace | null, path: ValuePath): Stacktrace | null {
    if (trace === null) return null;
    const frames = trace.frames.map((frame, index) => this.#frame(frame, childPath(path, 'frames', String(index))));
    return { ...trace, frames, registers: this.#object(trace.registers, childPath(path, 'registers')) };
  }

  #frame(frame: Frame, path: ValuePath): Frame {
    const redacted: Frame = { ...frame };
    const pathOf = (name: FrameFieldName) => childPath(path, FRAME_FIELDS[name].payload);
    for (const name of PATH_FIELDS) redacted[name] = this.#file(frame[name], pathOf(name));
    for (const name of TEXT_FIELDS) redacted[name] = this.#text(frame[name], pathOf(name));
    for (const name of LINES_FIELDS) {
      redacted[name] = frame[name].map(
        (line, index) => this.values.text(line, childPath(pathOf(name), String(index))) ?? '',
      );
    }
    for (const name of DATA_FIELDS) redacted[name] = this.#object(frame[name], asData(pathOf(name)));
    return redacted;
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

  #crumb(crumb: Breadcrumb, index: string): Breadcrumb {
    const path = this.values.dataPath('breadcrumbs', 'values', index);
    return {
      ...crumb,
      category: this.#text(crumb.category, { ...childPath(path, 'category'), isStructural: true }),
      message: this.#text(crumb.message, childPath(path, 'message')),
      data: this.#object(crumb.data, childPath(path, 'data')),
    };
  }

  /** A redacted IP address is removed, because the field holds valid addresses only. Its replacement becomes the id of a user without one. */
  #user(user: EventUser): EventUser | null {
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

  #request(request: EventRequest): EventRequest {
    const pairs = (all: readonly [string, string][], name: string) => {
      return all.map(([key, value]): [string, string] => [
        key,
        this.values.text(value, childPath(this.values.dataPath('request', name), key)) ?? '',
      ]);
    };
    return {
      ...request,
      url: this.#text(request.url, this.values.dataPath('request', 'url')),
      fragment: this.#text(request.fragment, this.values.dataPath('request', 'fragment')),
      query: pairs(request.query, 'query_string'),
      headers: pairs(request.headers, 'headers'),
      cookies: pairs(request.cookies, 'cookies'),
      data: this.values.value(request.data, this.values.dataPath('request', 'data')),
      env: this.#object(request.env, this.values.dataPath('request', 'env')),
    };
  }

  /** Keeps the type of each context, which its other members depend on. */
  #contexts(contexts: Event['contexts']): Event['contexts'] {
    return Object.fromEntries(
      Object.entries(contexts).flatMap(([alias, { type, ...context }]) => {
        const redacted = this.#object(context, childPath(this.values.dataPath('contexts'), alias));
        return redacted === null ? [] : [[alias, { ...redacted, type }]];
      }),
    );
  }
}
