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
import { parsePiiConfig, type PiiConfig } from './piiConfig';
import { newPatternBudget, type PatternBudget, type Redaction } from './piiDetectors';
import type { PiiStep } from './piiRules';
import type { ValueKind } from './piiSelector';
import { FILTERED, redactPairs, type TextRange } from './textSecrets';

/**
 * The event as the project's PII configuration leaves it. Places are named as in the documented payload, whatever form the client
 * chose. What would break how events are read goes only if a selector names it, and of the files of frames only the folders.
 */
export function applyPii(event: Event, text: string, compileSetting: CompileSetting): Event {
  const config = compileSetting(parsePiiConfig, text);
  return config.applications.length === 0 ? event : new EventRedactor(new PiiRedactor(config)).event(event);
}

const freePath = (...names: string[]): ValuePath => ({ names });
const structuralPath = (...names: string[]): ValuePath => ({ names, isStructural: true });

const TAGS = freePath('tags');
const CONTEXTS = freePath('contexts');
const MODULES = structuralPath('modules');

const PATH_FIELDS = frameFieldsOf('path');
const TEXT_FIELDS = frameFieldsOf('name', 'line');
const LINES_FIELDS = frameFieldsOf('linesBefore', 'linesAfter');
const DATA_FIELDS = frameFieldsOf('data');

class EventRedactor {
  /** Files of frames that changed; debug images are found by them. */
  readonly #files = new Map<string, string>();

  constructor(private readonly walk: PiiRedactor) {}

  event(event: Event): Event {
    return {
      ...event,
      logger: this.#text(event.logger, structuralPath('logger')),
      transaction: this.#text(event.transaction, structuralPath('transaction')),
      serverName: this.#text(event.serverName, structuralPath('server_name')),
      release: this.#text(event.release, structuralPath('release')),
      dist: this.#text(event.dist, structuralPath('dist')),
      environment: this.#text(event.environment, structuralPath('environment')),
      logentry: event.logentry && {
        message: this.#text(event.logentry.message, freePath('logentry', 'message')),
        formatted: this.#text(event.logentry.formatted, freePath('logentry', 'formatted')),
        params: this.walk.value(event.logentry.params, freePath('logentry', 'params')) as JsonObject | null,
      },
      exceptions: event.exceptions.map((exception, index) =>
        this.#exception(exception, structuralPath('exception', 'values', String(index))),
      ),
      threads: event.threads.map((thread, index) => {
        const spot = structuralPath('threads', 'values', String(index));
        return {
          ...thread,
          name: this.#text(thread.name, childPath(spot, 'name')),
          stacktrace: this.#trace(thread.stacktrace, childPath(spot, 'stacktrace')),
        };
      }),
      stacktrace: this.#trace(event.stacktrace, structuralPath('stacktrace')),
      breadcrumbs: event.breadcrumbs.map((crumb, index) => this.#crumb(crumb, String(index))),
      tags: event.tags.flatMap(({ key, value }) => {
        const left = this.walk.text(value, childPath(TAGS, key));
        return left === null || left === '' ? [] : [{ key, value: left }];
      }),
      user: event.user && this.#user(event.user),
      request: event.request && this.#request(event.request),
      contexts: this.#contexts(event.contexts),
      sdk: this.#object(event.sdk, structuralPath('sdk')),
      extra: this.#object(event.extra, freePath('extra')) ?? {},
      modules: Object.fromEntries(
        Object.entries(event.modules).map(([name, version]) => [
          name,
          this.walk.text(version, childPath(MODULES, name)) ?? '',
        ]),
      ),
      fingerprint:
        event.fingerprint?.flatMap(
          (part, index) => this.walk.text(part, structuralPath('fingerprint', String(index))) ?? [],
        ) ?? null,
      errors: event.errors.map((error, index) => ({
        ...error,
        value: this.walk.value(error.value, freePath('errors', String(index), 'value')),
      })),
      debugImages: event.debugImages.map((image) => ({
        ...image,
        codeFile: image.codeFile && (this.#files.get(image.codeFile) ?? image.codeFile),
      })),
    };
  }

  #text(text: string | null, spot: ValuePath): string | null {
    return text === null ? null : this.walk.text(text, spot);
  }

  #object(value: JsonObject | null, spot: ValuePath): JsonObject | null {
    return this.walk.value(value, spot) as JsonObject | null;
  }

  #exception(exception: ExceptionValue, spot: ValuePath): ExceptionValue {
    return {
      ...exception,
      type: this.#text(exception.type, childPath(spot, 'type')),
      value: this.#text(exception.value, freePath(...spot.names, 'value')),
      module: this.#text(exception.module, childPath(spot, 'module')),
      mechanism: exception.mechanism && this.#mechanism(exception.mechanism, freePath(...spot.names, 'mechanism')),
      stacktrace: this.#trace(exception.stacktrace, childPath(spot, 'stacktrace')),
      rawStacktrace: this.#trace(exception.rawStacktrace, childPath(spot, 'raw_stacktrace')),
    };
  }

  #mechanism(mechanism: Mechanism, spot: ValuePath): Mechanism {
    return {
      ...mechanism,
      description: this.#text(mechanism.description, childPath(spot, 'description')),
      data: this.#object(mechanism.data, childPath(spot, 'data')),
      meta: this.#object(mechanism.meta, childPath(spot, 'meta')),
    };
  }

  #trace(trace: Stacktrace | null, spot: ValuePath): Stacktrace | null {
    if (trace === null) return null;
    const frames = trace.frames.map((frame, index) => this.#frame(frame, childPath(spot, 'frames', String(index))));
    return { ...trace, frames, registers: this.#object(trace.registers, childPath(spot, 'registers')) };
  }

  #frame(frame: Frame, path: ValuePath): Frame {
    const redacted: Frame = { ...frame };
    const pathOf = (name: FrameFieldName) => childPath(path, FRAME_FIELDS[name].payload);
    for (const name of PATH_FIELDS) redacted[name] = this.#file(frame[name], pathOf(name));
    for (const name of TEXT_FIELDS) redacted[name] = this.#text(frame[name], pathOf(name));
    for (const name of LINES_FIELDS) {
      redacted[name] = frame[name].map(
        (line, index) => this.walk.text(line, childPath(pathOf(name), String(index))) ?? '',
      );
    }
    for (const name of DATA_FIELDS) redacted[name] = this.#object(frame[name], freePath(...pathOf(name).names));
    return redacted;
  }

  /** The base name stays: frames are found, named and grouped by it. */
  #file(file: string | null, spot: ValuePath): string | null {
    if (file === null) return null;
    const until = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
    const left = (until === 0 ? file : this.walk.text(file, { ...spot, redactableLength: until })) ?? file.slice(until);
    if (left !== file) this.#files.set(file, left);
    return left;
  }

  #crumb(crumb: Breadcrumb, index: string): Breadcrumb {
    const spot = freePath('breadcrumbs', 'values', index);
    return {
      ...crumb,
      category: this.#text(crumb.category, structuralPath(...spot.names, 'category')),
      message: this.#text(crumb.message, childPath(spot, 'message')),
      data: this.#object(crumb.data, childPath(spot, 'data')),
    };
  }

  /** An address is one or is not there; what it was replaced by tells the person, if nothing else does. */
  #user(user: EventUser): EventUser | null {
    const text = (name: 'id' | 'username' | 'email' | 'name') => this.#text(user[name], freePath('user', name));
    const address = this.#text(user.ipAddress, freePath('user', 'ip_address'));
    const isSame = address === user.ipAddress;
    const left: EventUser = {
      id: text('id') ?? (isSame || address === '' ? null : address),
      username: text('username'),
      email: text('email'),
      name: text('name'),
      ipAddress: isSame ? address : null,
      geo: this.#object(user.geo, freePath('user', 'geo')),
      data: this.#object(user.data, freePath('user', 'data')),
    };
    return Object.values(left).every((part) => part === null) ? null : left;
  }

  #request(request: EventRequest): EventRequest {
    const pairs = (all: readonly [string, string][], name: string) => {
      return all.map(([key, value]): [string, string] => [
        key,
        this.walk.text(value, childPath(freePath('request', name), key)) ?? '',
      ]);
    };
    return {
      ...request,
      url: this.#text(request.url, freePath('request', 'url')),
      fragment: this.#text(request.fragment, freePath('request', 'fragment')),
      query: pairs(request.query, 'query_string'),
      headers: pairs(request.headers, 'headers'),
      cookies: pairs(request.cookies, 'cookies'),
      data: this.walk.value(request.data, freePath('request', 'data')),
      env: this.#object(request.env, freePath('request', 'env')),
    };
  }

  /** The type says how a context is read. */
  #contexts(contexts: Event['contexts']): Event['contexts'] {
    return Object.fromEntries(
      Object.entries(contexts).flatMap(([alias, { type, ...context }]) => {
        const left = this.#object(context, childPath(CONTEXTS, alias));
        return left === null ? [] : [[alias, { ...left, type }]];
      }),
    );
  }
}

/** Where a value stands: names as the documented payload has them, in lower case. Structural ones only go as a whole if they are named. */
export interface ValuePath {
  readonly names: readonly string[];
  readonly isStructural?: boolean;
  /** Only a text up to here may change. */
  readonly redactableLength?: number;
}

const NO_BUDGET: PatternBudget = { remaining: 0 };

/** Applies the rules of a PII configuration to the values of one event. */
export class PiiRedactor {
  readonly #effort = newPatternBudget();

  constructor(private readonly config: PiiConfig) {}

  /** The text as the rules leave it; null if it is removed. */
  text(text: string, spot: ValuePath): string | null {
    return this.#redactText(text, this.#partsAt(spot, 'string'), spot);
  }

  /** Free-form data as the rules leave it; what is no text and is taken out becomes null. */
  value(value: unknown, spot: ValuePath): unknown {
    if (value === null || value === undefined) return value;
    if (typeof value === 'string') return this.text(value, spot);
    const isTaken = this.#partsAt(spot, valueKindOf(value)).some((part) => redactsWhole(part, spot));
    if (isTaken) return null;
    if (Array.isArray(value))
      return value.map((one: unknown, index) => this.value(one, childPath(spot, String(index))));
    return typeof value === 'object' ? this.members(value as Record<string, unknown>, spot) : value;
  }

  /** An object that stays one, with what the rules leave of its members. */
  members(value: Record<string, unknown>, spot: ValuePath): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.value(member, childPath(spot, name))]),
    );
  }

  /** Parts that find something in texts apply everywhere; those that take all of a value only where they may. */
  #partsAt({ names, isStructural = false }: ValuePath, kind: ValueKind): readonly PiiStep[] {
    const parts: PiiStep[] = [];
    for (const { selector, steps: all, textSteps: finding } of this.config.applications) {
      if (!selector.matches({ names, kind, isStructural: false })) continue;
      const isPermitted = !isStructural || (selector.isSpecific && selector.matches({ names, kind, isStructural }));
      parts.push(...(isPermitted ? all : finding));
    }
    return parts;
  }

  #redactText(text: string, parts: readonly PiiStep[], spot: ValuePath): string | null {
    let out: string | null = text;
    for (const { detector, redaction } of parts) {
      if (out === null || out === '') return out;
      const head: string = out.slice(
        0,
        spot.redactableLength === undefined ? out.length : out.length - (text.length - spot.redactableLength),
      );
      const tail: string = out.slice(head.length);
      const redacted: string | null = redactsWhole({ detector, redaction }, spot)
        ? redactWhole(head, redaction)
        : this.#redactParts(head, { detector, redaction });
      out = redacted === null && tail === '' ? null : (redacted ?? '') + tail;
    }
    return out;
  }

  #redactParts(text: string, { detector, redaction }: PiiStep): string {
    if (detector.matchesKey !== undefined)
      return /[=:-]|%3d/i.test(text) ? redactPairs(text, detector.matchesKey) : text;
    const ranges = detector.find?.(text, detector.usesBudget === true ? this.#effort : NO_BUDGET) ?? null;
    return ranges === null ? FILTERED : replaceRanges(text, ranges, redaction);
  }
}

/** A place below another one. */
export function childPath({ names, isStructural = false }: ValuePath, ...further: string[]): ValuePath {
  return { names: [...names, ...further.map((name) => name.toLowerCase())], isStructural };
}

function redactsWhole({ detector }: PiiStep, { names }: ValuePath): boolean {
  return detector.matchesAnything === true || detector.matchesKey?.(names.at(-1) ?? '') === true;
}

function valueKindOf(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'object';
}

function redactWhole(text: string, redaction: Redaction): string | null {
  return redaction.method === 'remove' ? null : redaction.apply(text);
}

/** Ranges that overlap count once. */
function replaceRanges(text: string, ranges: readonly TextRange[], redaction: Redaction): string {
  let out = '';
  let done = 0;
  for (const { start, end } of ranges) {
    if (start < done) continue;
    out += text.slice(done, start) + redaction.apply(text.slice(start, end));
    done = end;
  }
  return out + text.slice(done);
}
