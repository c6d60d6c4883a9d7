import UAParser from 'ua-parser-js';
import type { Event, JsonObject } from '../domain/event';

/** The parser tries hundreds of expressions in turn, so that their cost grows with the text. */
const MAX_USER_AGENT_LENGTH = 512;

/** Distinct user agents are few and the same ones come again and again. */
const MAX_CACHED_AGENTS = 500;
const parsedAgents = new Map<string, ClientContexts>();

interface ClientContexts {
  readonly browser: JsonObject | null;
  readonly os: JsonObject | null;
  readonly device: JsonObject | null;
}

/**
 * The event's contexts, completed by browser, system and device as its request tells them; present ones stay. The system is
 * the event's own `os` only for a browser's event, else it is the system of the server's visitor (reference/ingest.md §2.3).
 */
export function contextsFromRequest(event: Event): Record<string, JsonObject> {
  const headers = readHeaders(event.request?.headers ?? []);
  if (headers.size === 0) return event.contexts;
  const agent = headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH);
  const parsed = agent === undefined ? NO_CONTEXTS : parse(agent);
  const osAlias = event.platform === 'javascript' ? 'os' : 'client_os';
  const contexts = { ...event.contexts };
  contexts['browser'] ??= browserHint(headers) ?? parsed.browser ?? NONE;
  contexts[osAlias] ??= osHint(headers) ?? parsed.os ?? NONE;
  contexts['device'] ??= deviceHint(headers) ?? parsed.device ?? NONE;
  for (const alias of ['browser', osAlias, 'device']) {
    if (contexts[alias] === NONE) delete contexts[alias];
  }
  return contexts;
}

const NONE: JsonObject = Object.freeze({});
const NO_CONTEXTS: ClientContexts = { browser: null, os: null, device: null };

const CLIENT_HEADERS = new Set([
  'user-agent',
  'sec-ch-ua',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-model',
]);

function readHeaders(headers: readonly [string, string][]): Map<string, string> {
  const telling = new Map<string, string>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (CLIENT_HEADERS.has(lower) && value !== '' && value !== '[Filtered]') telling.set(lower, value);
  }
  return telling;
}

function parse(agent: string): ClientContexts {
  const known = parsedAgents.get(agent);
  if (known !== undefined) return known;
  const parser = new UAParser(agent);
  const [browser, os, device] = [parser.getBrowser(), parser.getOS(), parser.getDevice()];
  const contexts = {
    browser: namedContext('browser', browser.name, shortenVersion(browser.version)),
    os: readOs(os.name, os.version),
    device: readDevice(device.vendor, device.model),
  };
  if (parsedAgents.size >= MAX_CACHED_AGENTS) parsedAgents.clear();
  parsedAgents.set(agent, contexts);
  return contexts;
}

function namedContext(type: string, name: string | undefined, version: string | undefined): JsonObject | null {
  if (name === undefined || name === '') return null;
  return version === undefined || version === '' ? { name, type } : { name, version, type };
}

/** Browsers count four parts, of which the last says nothing to a reader. */
function shortenVersion(version: string | undefined): string | undefined {
  return version?.split('.', 3).join('.');
}

/** Versions at which browsers have stopped to count, to tell less about their users. */
const FROZEN_VERSIONS = new Set(['Windows 10', 'macOS 10.15.7', 'Android 10']);

function readOs(name: string | undefined, version: string | undefined): JsonObject | null {
  const system = name === 'Mac OS' ? 'macOS' : name;
  return namedContext('os', system, FROZEN_VERSIONS.has(`${system} ${version}`) ? '>=' + version : version);
}

function readDevice(brand: string | undefined, model: string | undefined): JsonObject | null {
  // `K` is what browsers write instead of the model.
  if (model === undefined || model === 'K') return null;
  return { family: model, model, ...(brand === undefined ? {} : { brand }), type: 'device' };
}

/** `"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"`: the one that is neither engine nor decoy. */
function browserHint(headers: ReadonlyMap<string, string>): JsonObject | null {
  for (const entry of (headers.get('sec-ch-ua') ?? '').slice(0, MAX_USER_AGENT_LENGTH).split(',')) {
    const [, name, version] = /^\s*"([^"]+)"\s*;\s*v="?([^";]*)"?/.exec(entry) ?? [];
    if (name !== undefined && !/Brand|Chromium/.test(name)) return namedContext('browser', name, version);
  }
  return null;
}

function osHint(headers: ReadonlyMap<string, string>): JsonObject | null {
  const name = unquote(headers.get('sec-ch-ua-platform'));
  const version = unquote(headers.get('sec-ch-ua-platform-version'));
  // Without the version the user agent says as much, and more.
  if (name === '' || version === '') return null;
  return namedContext('os', name, name === 'Windows' ? windowsVersion(version) : version);
}

/** The hint counts interfaces, not releases: 13 is the first of Windows 11. */
function windowsVersion(version: string): string {
  const major = Number(version.split('.', 1)[0]);
  if (Number.isNaN(major) || major === 0) return version;
  return major >= 13 ? '11' : '10';
}

function deviceHint(headers: ReadonlyMap<string, string>): JsonObject | null {
  const model = unquote(headers.get('sec-ch-ua-model'));
  return model === '' ? null : readDevice(undefined, model);
}

function unquote(value: string | undefined): string {
  return (value ?? '').slice(0, 128).replaceAll('"', '').trim();
}
