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
  type Remark,
  type Mechanism,
  type Stacktrace,
} from '../../domain/event';
import { type CompileSetting } from '../settingsCache';
import { parsePiiConfig, type PiiConfig } from './piiConfig';
import { newPatternBudget, type PatternBudget, type Redaction } from './piiDetectors';
import type { PiiStep } from './piiRules';
import type { ValueKind } from './piiSelector';
import type { PiiRemarks } from './redactionRemarks';
import { FILTERED, type TextRange } from './secretFormats';
import { redactPairs } from './textSecrets';

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

const dataPath = (...names: string[]): ValuePath => ({ names });
const structuralPath = (...names: string[]): ValuePath => ({ names, isStructural: true });

const TAGS = dataPath('tags');
const CONTEXTS = dataPath('contexts');
const MODULES = structuralPath('modules');

const PATH_FIELDS = frameFieldsOf('path');
const TEXT_FIELDS = frameFieldsOf('name', 'line');
const LINES_FIELDS = frameFieldsOf('linesBefore', 'linesAfter');
const DATA_FIELDS = frameFieldsOf('data');

class EventRedactor {
  /** Original file of a frame → redacted file. Debug images are found by the file. */
  readonly #files = new Map<string, string>();

  constructor(private readonly values: PiiRedactor) {}

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
        message: this.#text(event.logentry.message, dataPath('logentry', 'message')),
        formatted: this.#text(event.logentry.formatted, dataPath('logentry', 'formatted')),
        params: this.values.value(event.logentry.params, dataPath('logentry', 'params')) as JsonObject | null,
      },
      exceptions: event.exceptions.map((exception, index) =>
        this.#exception(exception, structuralPath('exception', 'values', String(index))),
      ),
      threads: event.threads.map((thread, index) => {
        const path = structuralPath('threads', 'values', String(index));
        return {
          ...thread,
          name: this.#text(thread.name, childPath(path, 'name')),
          stacktrace: this.#trace(thread.stacktrace, childPath(path, 'stacktrace')),
        };
      }),
      stacktrace: this.#trace(event.stacktrace, structuralPath('stacktrace')),
      breadcrumbs: event.breadcrumbs.map((crumb, index) => this.#crumb(crumb, String(index))),
      tags: event.tags.flatMap(({ key, value }) => {
        const redacted = this.values.text(value, childPath(TAGS, key));
        return redacted === null || redacted === '' ? [] : [{ key, value: redacted }];
      }),
      user: event.user && this.#user(event.user),
      request: event.request && this.#request(event.request),
      contexts: this.#contexts(event.contexts),
      sdk: this.#object(event.sdk, structuralPath('sdk')),
      extra: this.#object(event.extra, dataPath('extra')) ?? {},
      modules: Object.fromEntries(
        Object.entries(event.modules).map(([name, version]) => [
          name,
          this.values.text(version, childPath(MODULES, name)) ?? '',
        ]),
      ),
      fingerprint:
        event.fingerprint?.flatMap(
          (part, index) => this.values.text(part, structuralPath('fingerprint', String(index))) ?? [],
        ) ?? null,
      errors: event.errors.map((error, index) => ({
        ...error,
        value: this.values.value(error.value, dataPath('errors', String(index), 'value')),
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
      value: this.#text(exception.value, dataPath(...path.names, 'value')),
      module: this.#text(exception.module, childPath(path, 'module')),
      mechanism: exception.mechanism && this.#mechanism(exception.mechanism, dataPath(...path.names, 'mechanism')),
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
    for (const name of DATA_FIELDS) redacted[name] = this.#object(frame[name], dataPath(...pathOf(name).names));
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
    const path = dataPath('breadcrumbs', 'values', index);
    return {
      ...crumb,
      category: this.#text(crumb.category, structuralPath(...path.names, 'category')),
      message: this.#text(crumb.message, childPath(path, 'message')),
      data: this.#object(crumb.data, childPath(path, 'data')),
    };
  }

  /** A redacted IP address is removed, because the field holds valid addresses only. Its replacement becomes the id of a user without one. */
  #user(user: EventUser): EventUser | null {
    const text = (name: 'id' | 'username' | 'email' | 'name') => this.#text(user[name], dataPath('user', name));
    const address = this.#text(user.ipAddress, dataPath('user', 'ip_address'));
    const isSame = address === user.ipAddress;
    const redacted: EventUser = {
      id: text('id') ?? (isSame || address === '' ? null : address),
      username: text('username'),
      email: text('email'),
      name: text('name'),
      ipAddress: isSame ? address : null,
      geo: this.#object(user.geo, dataPath('user', 'geo')),
      data: this.#object(user.data, dataPath('user', 'data')),
    };
    return Object.values(redacted).every((value) => value === null) ? null : redacted;
  }

  #request(request: EventRequest): EventRequest {
    const pairs = (all: readonly [string, string][], name: string) => {
      return all.map(([key, value]): [string, string] => [
        key,
        this.values.text(value, childPath(dataPath('request', name), key)) ?? '',
      ]);
    };
    return {
      ...request,
      url: this.#text(request.url, dataPath('request', 'url')),
      fragment: this.#text(request.fragment, dataPath('request', 'fragment')),
      query: pairs(request.query, 'query_string'),
      headers: pairs(request.headers, 'headers'),
      cookies: pairs(request.cookies, 'cookies'),
      data: this.values.value(request.data, dataPath('request', 'data')),
      env: this.#object(request.env, dataPath('request', 'env')),
    };
  }

  /** Keeps the type of each context, which its other members depend on. */
  #contexts(contexts: Event['contexts']): Event['contexts'] {
    return Object.fromEntries(
      Object.entries(contexts).flatMap(([alias, { type, ...context }]) => {
        const redacted = this.#object(context, childPath(CONTEXTS, alias));
        return redacted === null ? [] : [[alias, { ...redacted, type }]];
      }),
    );
  }
}

/** The path of a value in the documented payload. */
interface ValuePath {
  /** In lower case. */
  readonly names: readonly string[];
  /** Whether the value is removed as a whole only if a selector names it. */
  readonly isStructural?: boolean;
  /** Number of leading characters of the text that may be redacted; absent if all may. */
  readonly redactableLength?: number;
}

const NO_BUDGET: PatternBudget = { remaining: 0 };

/** Applies the rules of a PII configuration to the values of one event. */
class PiiRedactor {
  readonly #budget = newPatternBudget();

  constructor(
    private readonly config: PiiConfig,
    private readonly remarks: PiiRemarks,
  ) {}

  /** Whether texts were redacted as a whole, because no steps were left for the project's expressions. */
  get isExhausted(): boolean {
    return this.#budget.remaining < 0;
  }

  /** Redacts a text; returns null if the rules remove it. */
  text(text: string, path: ValuePath): string | null {
    return this.#redactText(text, this.#stepsAt(path, 'string'), path);
  }

  /** Redacts free-form data. Values other than texts become null if a rule matches them as a whole. */
  value(value: unknown, path: ValuePath): unknown {
    if (value === null || value === undefined) return value;
    if (typeof value === 'string') return this.text(value, path);
    const whole = this.#stepsAt(path, valueKindOf(value)).find((step) => redactsWhole(step, path));
    if (whole !== undefined) {
      this.remarks.addWhole(value, whole.rule);
      return null;
    }
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => this.value(item, childPath(path, String(index))));
    }
    if (typeof value !== 'object') return value;
    const members = Object.entries(value).map(([name, member]) => [name, this.value(member, childPath(path, name))]);
    return Object.fromEntries(members) as JsonObject;
  }

  /** Returns the steps that apply to a value. For structural values that no selector names, these are the steps that redact parts of texts. */
  #stepsAt({ names, isStructural = false }: ValuePath, kind: ValueKind): readonly PiiStep[] {
    return this.config.applications.flatMap(({ selector, steps, textSteps }) => {
      if (!selector.matches({ names, kind, isStructural: false })) return [];
      const isNamed = !isStructural || (selector.isSpecific && selector.matches({ names, kind, isStructural }));
      return isNamed ? steps : textSteps;
    });
  }

  #redactText(text: string, steps: readonly PiiStep[], path: ValuePath): string | null {
    // The end that is not redacted has the same length after each step.
    const keptLength = path.redactableLength === undefined ? 0 : text.length - path.redactableLength;
    let out: string | null = text;
    let remarks: Remark[] = [];
    for (const step of steps) {
      if (out === null || out === '') break;
      const before: string = out;
      const end: number = before.length - keptLength;
      const kept: string = before.slice(end);
      const parts: TextRange[] = [];
      const redacted: string | null = redactsWhole(step, path)
        ? redactWhole(before.slice(0, end), step.redaction)
        : this.#redactParts(before.slice(0, end), step, parts);
      out = redacted === null && kept === '' ? null : (redacted ?? '') + kept;
      if (out !== before) remarks = [...withoutRanges(remarks), ...remarksOfStep(step, redacted, parts)];
    }
    if (remarks.length > 0) this.remarks.addText(text, out, remarks);
    return out;
  }

  /** @param parts receives the ranges of the result that were redacted, as far as they are known */
  #redactParts(text: string, { detector, redaction }: PiiStep, parts: TextRange[]): string {
    if (detector.matchesKey !== undefined) {
      return /[=:-]|%3d/i.test(text) ? redactPairs(text, detector.matchesKey) : text;
    }
    const ranges = detector.find?.(text, detector.usesBudget === true ? this.#budget : NO_BUDGET) ?? null;
    return ranges === null ? FILTERED : replaceRanges(text, ranges, redaction, parts);
  }
}

function childPath({ names, isStructural = false }: ValuePath, ...childNames: string[]): ValuePath {
  return { names: [...names, ...childNames.map((name) => name.toLowerCase())], isStructural };
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

const REMARK_KINDS: Readonly<Record<Redaction['method'], string>> = { remove: 'x', replace: 's', mask: 'm', hash: 'p' };

/** @param parts the ranges of the result that were redacted; empty if the whole value was, or if they are not known */
function remarksOfStep(
  { rule, detector, redaction }: PiiStep,
  result: string | null,
  parts: readonly TextRange[],
): Remark[] {
  const kind = REMARK_KINDS[redaction.method];
  if (parts.length > 0) return parts.map(({ start, end }) => [rule, kind, start, end]);
  return result === null || result === '' || detector.find !== undefined || detector.matchesKey !== undefined
    ? [[rule, kind]]
    : [[rule, kind, 0, result.length]];
}

/** Ranges are those of a text that another rule has changed since. */
function withoutRanges(remarks: readonly Remark[]): Remark[] {
  return remarks.map(([rule, kind]) => [rule, kind]);
}

/** Number of ranges of one text that are told apart. */
const MAX_PARTS = 100;

/** Redacts ranges of a text. A range that overlaps the one before is skipped. */
function replaceRanges(text: string, ranges: readonly TextRange[], redaction: Redaction, parts: TextRange[]): string {
  let out = '';
  let done = 0;
  for (const { start, end } of ranges) {
    if (start < done) continue;
    out += text.slice(done, start);
    const from = out.length;
    out += redaction.apply(text.slice(start, end));
    if (parts.length < MAX_PARTS) parts.push({ start: from, end: out.length });
    done = end;
  }
  return out + text.slice(done);
}
