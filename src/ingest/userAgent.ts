import { LRUCache } from 'lru-cache';
import UAParser from 'ua-parser-js';
import type { Event, JsonObject } from '../domain/event';
import { atMost } from '../domain/lazy';

/**
 * Maximum length of a user agent; the rest is cut. The parser tries hundreds of expressions, each at a cost that grows
 * with the text.
 */
const MAX_USER_AGENT_LENGTH = 512;

/** Words and numbers of a user agent that are cut: some of the parser's expressions take time cubic in their length. */
const LONG_WORD = /([a-z0-9_]{40})[a-z0-9_]+/gi;

/** Number of parsed user agents that are cached. There are few distinct ones, and they repeat. */
const MAX_CACHED_AGENTS = 500;

/** The contexts that a user agent or the client hints of a request describe; null where they do not. */
export interface ClientContexts {
  readonly browser: JsonObject | null;
  readonly os: JsonObject | null;
  readonly device: JsonObject | null;
}

/** Parses the value of a `User-Agent` header. */
export type ParseUserAgent = (agent: string) => ClientContexts;

/** Parses each user agent once. */
export class UserAgentCache {
  readonly #contextsByAgent = new LRUCache<string, ClientContexts>(atMost(MAX_CACHED_AGENTS));

  readonly parse: ParseUserAgent = (agent) => {
    const cached = this.#contextsByAgent.get(agent);
    if (cached !== undefined) return cached;
    const contexts = parseUserAgent(agent);
    this.#contextsByAgent.set(agent, contexts);
    return contexts;
  };
}

/**
 * Returns the event's contexts, completed with browser, operating system and device from its request headers. Contexts
 * that the client sent are not changed. The system becomes the context `os` for an event of a browser, else
 * `client_os`: there, `os` is the system of the server.
 */
export function addContextsFromRequest(
  event: Event,
  parseAgent: ParseUserAgent = parseUserAgent,
): Record<string, JsonObject> {
  const headers = selectClientHeaders(event.request?.headers ?? []);
  if (headers.size === 0) return event.contexts;
  const agent = headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH);
  const parsed = agent === undefined ? NO_CONTEXTS : parseAgent(agent);
  const osAlias = event.platform === 'javascript' ? 'os' : 'client_os';
  const contexts = { ...event.contexts };
  const add = (alias: string, context: JsonObject | null) => {
    if (context !== null) contexts[alias] ??= context;
  };
  add('browser', browserFromHints(headers) ?? parsed.browser);
  add(osAlias, osFromHints(headers) ?? parsed.os);
  add('device', deviceFromHints(headers) ?? parsed.device);
  return contexts;
}

const NO_CONTEXTS: ClientContexts = { browser: null, os: null, device: null };

const CLIENT_HEADERS = new Set([
  'user-agent',
  'sec-ch-ua',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-model',
]);

function selectClientHeaders(headers: readonly [string, string][]): Map<string, string> {
  const selected = new Map<string, string>();
  for (const [name, value] of headers) {
    const lowerCaseName = name.toLowerCase();
    if (CLIENT_HEADERS.has(lowerCaseName) && value !== '' && value !== '[Filtered]') selected.set(lowerCaseName, value);
  }
  return selected;
}

function parseUserAgent(agent: string): ClientContexts {
  const parser = new UAParser(agent.replace(LONG_WORD, '$1'));
  const [browser, os, device] = [parser.getBrowser(), parser.getOS(), parser.getDevice()];
  return {
    browser: namedContext('browser', browser.name, shortenVersion(browser.version)),
    os: osContext(os.name, os.version),
    device: deviceContext(device.vendor, device.model),
  };
}

function namedContext(type: string, name: string | undefined, version: string | undefined): JsonObject | null {
  if (name === undefined || name === '') return null;
  return version === undefined || version === '' ? { name, type } : { name, version, type };
}

/** Returns the first three parts of a browser's version: the fourth is a build number. */
function shortenVersion(version: string | undefined): string | undefined {
  return version?.split('.', 3).join('.');
}

/** Versions that browsers report regardless of the real one, to reveal less about their users. */
const FROZEN_VERSIONS = new Set(['Windows 10', 'macOS 10.15.7', 'Android 10']);

function osContext(name: string | undefined, version: string | undefined): JsonObject | null {
  const system = name === 'Mac OS' ? 'macOS' : name;
  const isFrozen = version !== undefined && FROZEN_VERSIONS.has(`${system ?? ''} ${version}`);
  return namedContext('os', system, isFrozen ? `>=${version}` : version);
}

function deviceContext(brand: string | undefined, model: string | undefined): JsonObject | null {
  // Browsers write `K` instead of the model.
  if (model === undefined || model === 'K') return null;
  return { family: model, model, ...(brand === undefined ? {} : { brand }), type: 'device' };
}

/**
 * Reads the browser from `"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"`: the entry that is neither
 * the engine nor a decoy.
 */
function browserFromHints(headers: ReadonlyMap<string, string>): JsonObject | null {
  const hint = headers.get('sec-ch-ua');
  if (hint === undefined) return null;
  for (const entry of hint.slice(0, MAX_USER_AGENT_LENGTH).split(',')) {
    const [, name, version] = /^\s*"([^"]+)"\s*;\s*v="?([^";]*)"?/.exec(entry) ?? [];
    if (name !== undefined && !/Brand|Chromium/.test(name)) return namedContext('browser', name, version);
  }
  return null;
}

function osFromHints(headers: ReadonlyMap<string, string>): JsonObject | null {
  const name = unquote(headers.get('sec-ch-ua-platform'));
  const version = unquote(headers.get('sec-ch-ua-platform-version'));
  // Without a version, the user agent says more than the hint.
  if (name === '' || version === '') return null;
  return namedContext('os', name, name === 'Windows' ? windowsVersion(version) : version);
}

/** Returns the release of Windows. The hint counts versions of the Windows API: from 13 on it is Windows 11. */
function windowsVersion(version: string): string {
  const major = Number(version.split('.', 1)[0]);
  if (Number.isNaN(major) || major === 0) return version;
  return major >= 13 ? '11' : '10';
}

function deviceFromHints(headers: ReadonlyMap<string, string>): JsonObject | null {
  const model = unquote(headers.get('sec-ch-ua-model'));
  return model === '' ? null : deviceContext(undefined, model);
}

function unquote(value: string | undefined): string {
  return value === undefined ? '' : value.slice(0, 128).replaceAll('"', '').trim();
}
