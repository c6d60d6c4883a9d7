import type {
  Breadcrumb,
  Event,
  ExceptionValue,
  Frame,
  JsonObject,
  Mechanism,
  Request,
  Stacktrace,
  User,
} from '../../domain/event';
import { readPiiConfig } from './piiConfig';
import { below, PiiWalk, type Spot } from './piiWalk';

/**
 * The event as the project's PII configuration leaves it. Places are named as in the documented payload, whatever form the client
 * chose. What would break how events are read goes only if a selector names it, and of the files of frames only the folders.
 */
export function applyPii(event: Event, text: string): Event {
  const config = readPiiConfig(text);
  return config.applications.length === 0 ? event : new PiiPass(new PiiWalk(config)).event(event);
}

const at = (...names: string[]): Spot => ({ names });
const structural = (...names: string[]): Spot => ({ names, isStructural: true });

const TAGS = at('tags');
const CONTEXTS = at('contexts');
const MODULES = structural('modules');

class PiiPass {
  /** Files of frames that changed; debug images are found by them. */
  readonly #files = new Map<string, string>();

  constructor(private readonly walk: PiiWalk) {}

  event(event: Event): Event {
    return {
      ...event,
      logger: this.#text(event.logger, structural('logger')),
      transaction: this.#text(event.transaction, structural('transaction')),
      serverName: this.#text(event.serverName, structural('server_name')),
      release: this.#text(event.release, structural('release')),
      dist: this.#text(event.dist, structural('dist')),
      environment: this.#text(event.environment, structural('environment')),
      logentry: event.logentry && {
        message: this.#text(event.logentry.message, at('logentry', 'message')),
        formatted: this.#text(event.logentry.formatted, at('logentry', 'formatted')),
        params: this.walk.value(event.logentry.params, at('logentry', 'params')) as JsonObject | null,
      },
      exceptions: event.exceptions.map((exception, index) =>
        this.#exception(exception, structural('exception', 'values', String(index))),
      ),
      threads: event.threads.map((thread, index) => {
        const spot = structural('threads', 'values', String(index));
        return {
          ...thread,
          name: this.#text(thread.name, below(spot, 'name')),
          stacktrace: this.#trace(thread.stacktrace, below(spot, 'stacktrace')),
        };
      }),
      stacktrace: this.#trace(event.stacktrace, structural('stacktrace')),
      breadcrumbs: event.breadcrumbs.map((crumb, index) => this.#crumb(crumb, String(index))),
      tags: event.tags.flatMap(({ key, value }) => {
        const left = this.walk.text(value, below(TAGS, key));
        return left === null || left === '' ? [] : [{ key, value: left }];
      }),
      user: event.user && this.#user(event.user),
      request: event.request && this.#request(event.request),
      contexts: this.#contexts(event.contexts),
      sdk: this.#object(event.sdk, structural('sdk')),
      extra: this.#object(event.extra, at('extra')) ?? {},
      modules: Object.fromEntries(
        Object.entries(event.modules).map(([name, version]) => [
          name,
          this.walk.text(version, below(MODULES, name)) ?? '',
        ]),
      ),
      fingerprint:
        event.fingerprint?.flatMap(
          (part, index) => this.walk.text(part, structural('fingerprint', String(index))) ?? [],
        ) ?? null,
      errors: event.errors.map((error, index) => ({
        ...error,
        value: this.walk.value(error.value, at('errors', String(index), 'value')),
      })),
      debugImages: event.debugImages.map((image) => ({
        ...image,
        codeFile: image.codeFile && (this.#files.get(image.codeFile) ?? image.codeFile),
      })),
    };
  }

  #text(text: string | null, spot: Spot): string | null {
    return text === null ? null : this.walk.text(text, spot);
  }

  #object(value: JsonObject | null, spot: Spot): JsonObject | null {
    return this.walk.value(value, spot) as JsonObject | null;
  }

  #exception(exception: ExceptionValue, spot: Spot): ExceptionValue {
    return {
      ...exception,
      type: this.#text(exception.type, below(spot, 'type')),
      value: this.#text(exception.value, at(...spot.names, 'value')),
      module: this.#text(exception.module, below(spot, 'module')),
      mechanism: exception.mechanism && this.#mechanism(exception.mechanism, at(...spot.names, 'mechanism')),
      stacktrace: this.#trace(exception.stacktrace, below(spot, 'stacktrace')),
      rawStacktrace: this.#trace(exception.rawStacktrace, below(spot, 'raw_stacktrace')),
    };
  }

  #mechanism(mechanism: Mechanism, spot: Spot): Mechanism {
    return {
      ...mechanism,
      description: this.#text(mechanism.description, below(spot, 'description')),
      data: this.#object(mechanism.data, below(spot, 'data')),
      meta: this.#object(mechanism.meta, below(spot, 'meta')),
    };
  }

  #trace(trace: Stacktrace | null, spot: Spot): Stacktrace | null {
    if (trace === null) return null;
    const frames = trace.frames.map((frame, index) => this.#frame(frame, below(spot, 'frames', String(index))));
    return { ...trace, frames, registers: this.#object(trace.registers, below(spot, 'registers')) };
  }

  #frame(frame: Frame, spot: Spot): Frame {
    const lines = (all: readonly string[], name: string) =>
      all.map((line, index) => this.walk.text(line, below(spot, name, String(index))) ?? '');
    return {
      ...frame,
      filename: this.#file(frame.filename, below(spot, 'filename')),
      absPath: this.#file(frame.absPath, below(spot, 'abs_path')),
      function: this.#text(frame.function, below(spot, 'function')),
      rawFunction: this.#text(frame.rawFunction, below(spot, 'raw_function')),
      module: this.#text(frame.module, below(spot, 'module')),
      package: this.#text(frame.package, below(spot, 'package')),
      preContext: lines(frame.preContext, 'pre_context'),
      contextLine: this.#text(frame.contextLine, below(spot, 'context_line')),
      postContext: lines(frame.postContext, 'post_context'),
      vars: this.#object(frame.vars, at(...spot.names, 'vars')),
      data: this.#object(frame.data, at(...spot.names, 'data')),
      lock: this.#object(frame.lock, at(...spot.names, 'lock')),
    };
  }

  /** The base name stays: frames are found, named and grouped by it. */
  #file(file: string | null, spot: Spot): string | null {
    if (file === null) return null;
    const until = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
    const left = (until === 0 ? file : this.walk.text(file, { ...spot, until })) ?? file.slice(until);
    if (left !== file) this.#files.set(file, left);
    return left;
  }

  #crumb(crumb: Breadcrumb, index: string): Breadcrumb {
    const spot = at('breadcrumbs', 'values', index);
    return {
      ...crumb,
      category: this.#text(crumb.category, structural(...spot.names, 'category')),
      message: this.#text(crumb.message, below(spot, 'message')),
      data: this.#object(crumb.data, below(spot, 'data')),
    };
  }

  /** An address is one or is not there; what it was replaced by tells the person, if nothing else does. */
  #user(user: User): User | null {
    const text = (name: 'id' | 'username' | 'email' | 'name') => this.#text(user[name], at('user', name));
    const address = this.#text(user.ipAddress, at('user', 'ip_address'));
    const isSame = address === user.ipAddress;
    const left: User = {
      id: text('id') ?? (isSame || address === '' ? null : address),
      username: text('username'),
      email: text('email'),
      name: text('name'),
      ipAddress: isSame ? address : null,
      geo: this.#object(user.geo, at('user', 'geo')),
      data: this.#object(user.data, at('user', 'data')),
    };
    return Object.values(left).every((part) => part === null) ? null : left;
  }

  #request(request: Request): Request {
    const pairs = (all: readonly [string, string][], name: string) => {
      return all.map(([key, value]): [string, string] => [
        key,
        this.walk.text(value, below(at('request', name), key)) ?? '',
      ]);
    };
    return {
      ...request,
      url: this.#text(request.url, at('request', 'url')),
      fragment: this.#text(request.fragment, at('request', 'fragment')),
      query: pairs(request.query, 'query_string'),
      headers: pairs(request.headers, 'headers'),
      cookies: pairs(request.cookies, 'cookies'),
      data: this.walk.value(request.data, at('request', 'data')),
      env: this.#object(request.env, at('request', 'env')),
    };
  }

  /** The type says how a context is read. */
  #contexts(contexts: Event['contexts']): Event['contexts'] {
    return Object.fromEntries(
      Object.entries(contexts).flatMap(([alias, { type, ...context }]) => {
        const left = this.#object(context, below(CONTEXTS, alias));
        return left === null ? [] : [[alias, { ...left, type }]];
      }),
    );
  }
}
