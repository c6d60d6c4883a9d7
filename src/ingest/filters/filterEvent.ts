import { BlockList, isIP } from 'node:net';
import type { Event } from '../../domain/event';
import type { DropReason } from '../../domain/outcome';
import type { ProjectSettings } from '../../domain/project';
import { compileGlobs, type Glob } from '../glob';
import { RuleBudgets, type TextOptions } from '../globTexts';
import { CSP_TYPE, cspFieldsOf } from '../securityReport';
import { type CompileSetting, compileUncached } from '../settingsCache';

/** Built-in patterns of sources: violations by extensions, the browser itself and local servers are not the page's. */
const DEFAULT_SOURCES = [
  'about',
  'localhost',
  ...[
    'chrome',
    'chrome-extension',
    'chromeinvokeimmediate',
    'chromenull',
    'jar',
    'mbinit',
    'moz-extension',
    'ms-browser-extension',
    'mxaddon-pkg',
    'resource',
    'safari-extension',
    'safari-web-extension',
    'symres',
    'tmtbff',
    'webviewprogressproxy',
  ].map((scheme) => `${scheme}://*`),
].join('\n');

const CHROME_ERROR_PAGE = 'data:text/html,chromewebdata';

/** The parts of an address, or of a pattern, in lower case; null where they are missing. */
interface Source {
  readonly scheme: string | null;
  readonly host: string | null;
  readonly port: string | null;
}

type MatchSource = (source: string) => boolean;

/** Compiles `[scheme://]host[:port]` patterns, one per line, to a test of an address. Invalid lines match nothing. */
function compileSources(text: string): MatchSource {
  const patterns = nonBlankLines(text).flatMap((line) => parsePattern(line.text) ?? []);
  return (source) => {
    const parsed = parseSource(source);
    return patterns.some((pattern) => matches(pattern, parsed));
  };
}

/** Compiles the built-in patterns. */
function compileDefaultSources(): MatchSource {
  const match = compileSources(DEFAULT_SOURCES);
  return (source) => source.startsWith(CHROME_ERROR_PAGE) || match(source);
}

/** Returns the errors of patterns, one per line. */
export function checkSources(text: string): string[] {
  return lineErrors(text, (line) =>
    parsePattern(line) === null
      ? `"${line}" is no source, such as example.com, *.example.com, https://cdn.example.com:8443 or chrome-extension://*.`
      : null,
  );
}

const PATTERN = /^(?:(\*|[a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^\s*/:?#]+|\[[0-9a-f:]+\])(?::(\*|\d{1,5}))?\/?$/;

function parsePattern(line: string): Source | null {
  const [whole, scheme, host, port] = PATTERN.exec(line.toLowerCase()) ?? [];
  return whole === undefined ? null : { scheme: scheme ?? null, host: host ?? null, port: port ?? null };
}

const ADDRESS = /^([a-z][a-z0-9+.-]*):(?:\/\/(?:[^/?#@]*@)?(\[[0-9a-f:]+\]|[^/?#:]*)(?::(\d+))?)?/;

/** Parses an address. Browsers send a scheme or a word alone if there is no host: it then counts as both. */
function parseSource(source: string): Source {
  const lower = source.toLowerCase();
  const [whole, scheme = '', host, port] = ADDRESS.exec(lower) ?? [];
  if (whole === undefined) return { scheme: lower, host: lower, port: null };
  return { scheme, host: host ?? scheme, port: port ?? DEFAULT_PORTS[scheme] ?? null };
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443' };

function matches({ scheme, host, port }: Source, source: Source): boolean {
  if (scheme !== null && scheme !== '*' && scheme !== source.scheme) return false;
  if (port !== null && port !== '*' && port !== source.port) return false;
  if (host === null || host === '*') return true;
  if (!host.startsWith('*.')) return host === source.host;
  return source.host === host.slice(2) || source.host?.endsWith(host.slice(1)) === true;
}

/** The settings of a project that decide which events are dropped. */
export type FilterSettings = Pick<
  ProjectSettings,
  | 'filterBlacklistedIps'
  | 'filterReleases'
  | 'filterErrorMessages'
  | 'filterReactHydrationErrors'
  | 'filterChunkLoadError'
  | 'cspIgnoredSources'
  | 'cspIgnoredSourcesDefaults'
>;

/** Returns true if all events of an IP address are dropped. */
export function isFilteredAddress(
  address: string | null,
  { filterBlacklistedIps }: FilterSettings,
  compileSetting: CompileSetting = compileUncached,
): boolean {
  if (address === null || filterBlacklistedIps === '') return false;
  return compileSetting(compileIpNetworks, filterBlacklistedIps)(address);
}

/**
 * Returns the reason why an event is dropped; null if it is kept. The event is normalized but not scrubbed: filters
 * match the values that the client sent.
 */
export function filterEvent(
  event: Event,
  settings: FilterSettings,
  compileSetting: CompileSetting = compileUncached,
  budgets = new RuleBudgets(),
): DropReason | null {
  if (isFilteredAddress(event.user?.ipAddress ?? null, settings, compileSetting)) return 'ip-address';
  const { filterReleases, filterErrorMessages, filterChunkLoadError, filterReactHydrationErrors } = settings;
  if (event.release !== null && filterReleases !== '') {
    const steps = budgets.of('filters:releases');
    if (compileSetting(compileGlobList, filterReleases).matches(event.release, steps)) return 'release-version';
  }
  if (event.type === CSP_TYPE && isOfIgnoredSource(event, settings, compileSetting)) return 'invalid-csp';
  const messages = messagesOf(event);
  if (filterErrorMessages !== '') {
    const steps = budgets.of('filters:error_messages');
    const list = compileSetting(compileGlobList, filterErrorMessages);
    if (messages.some((message) => list.matches(message, steps))) return 'error-message';
  }
  if (filterChunkLoadError && isChunkLoadError(event, messages)) return 'chunk-load-error';
  if (filterReactHydrationErrors && messages.some((message) => HYDRATION_MESSAGE.test(message))) {
    return 'react-hydration-errors';
  }
  return null;
}

function isOfIgnoredSource(
  event: Event,
  { cspIgnoredSources, cspIgnoredSourcesDefaults }: FilterSettings,
  compileSetting: CompileSetting,
): boolean {
  const { blocked_uri: blocked, source_file: file } = cspFieldsOf(event) ?? {};
  const lists = [
    ...(cspIgnoredSourcesDefaults ? [compileSetting(compileDefaultSources, '')] : []),
    ...(cspIgnoredSources === '' ? [] : [compileSetting(compileSources, cspIgnoredSources)]),
  ];
  return [blocked, file].some((source) => typeof source === 'string' && lists.some((isIgnored) => isIgnored(source)));
}

/** The message of a bundler's loader, even if another error wraps it. */
const CHUNK_LOAD_MESSAGE = /ChunkLoadError: Loading (?:CSS )?chunk /;
/** Production builds of React refer to the page of a numbered message. */
const HYDRATION_MESSAGE =
  /(?:reactjs\.org\/docs\/error-decoder(?:\.html)?\/?\?invariant=|react\.dev\/errors\/)(?:418|419|422|423|425)(?![0-9])/;

function isChunkLoadError({ exceptions }: Event, messages: readonly string[]): boolean {
  return (
    exceptions.some(({ type }) => type === 'ChunkLoadError') ||
    messages.some((message) => CHUNK_LOAD_MESSAGE.test(message))
  );
}

/** Returns the message of an event, and the value of each exception with and without its type. */
function messagesOf({ logentry, exceptions }: Event): string[] {
  const message = logentry?.formatted ?? logentry?.message;
  const values = exceptions.flatMap(({ type, value }) =>
    type && value ? [`${type}: ${value}`, value] : [type || value],
  );
  return [message, ...values].filter((text) => typeof text === 'string' && text !== '') as string[];
}

/** A line of a setting's text that is not blank, trimmed. Numbers count from 1. */
interface SettingLine {
  readonly number: number;
  readonly text: string;
}

function nonBlankLines(text: string): SettingLine[] {
  const lines = text.split(/\r\n?|\n/).map((line, index) => ({ number: index + 1, text: line.trim() }));
  return lines.filter(({ text }) => text !== '');
}

/** Returns the errors of a text's lines: sentences that begin with the line, as in `line 3: …`. */
function lineErrors(text: string, errorOf: (line: string) => string | null): string[] {
  return nonBlankLines(text).flatMap((line) => {
    const error = errorOf(line.text);
    return error === null ? [] : [`line ${line.number}: ${error}`];
  });
}

interface IpNetwork {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  /** Number of leading bits that addresses of the network share. */
  readonly prefix: number;
}

/** Compiles addresses and networks, one per line, to a test of an address. Invalid lines match no address. */
export function compileIpNetworks(text: string): (address: string) => boolean {
  const list = new BlockList();
  for (const line of nonBlankLines(text)) {
    const network = parseIpNetwork(line.text);
    if (typeof network !== 'string') list.addSubnet(network.address, network.prefix, network.family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, ipFamilyOf(address));
}

/** Returns the errors of addresses and networks, one per line. */
export function checkIpNetworks(text: string): string[] {
  return lineErrors(text, (line) => {
    const network = parseIpNetwork(line);
    return typeof network === 'string' ? network : null;
  });
}

/** Parses a network; a single address is a network of one. Returns an error message for any other line. */
function parseIpNetwork(line: string): IpNetwork | string {
  const [address = '', prefix, ...rest] = line.split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) {
    return `"${line}" is not an IPv4 or IPv6 address or network, such as 192.0.2.1 or 192.0.2.0/24.`;
  }
  const bits = isIP(address) === 4 ? 32 : 128;
  if (prefix === undefined) return { address, family: ipFamilyOf(address), prefix: bits };
  if (!/^[0-9]{1,3}$/.test(prefix) || Number(prefix) > bits) {
    return `"${line}" is out of range: the prefix length is a number from 0 to ${bits}.`;
  }
  return { address, family: ipFamilyOf(address), prefix: Number(prefix) };
}

function ipFamilyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** Maximum number of patterns of one setting after their braces are expanded. */
const MAX_PATTERNS = 500;
/** Maximum number of characters of these patterns. */
const MAX_PATTERN_CHARACTERS = 50_000;
const FILTER_OPTIONS: TextOptions = { isPath: false, ignoresCase: true };

/** Compiles patterns, one per line. Invalid lines, and lines beyond the limits, match nothing. */
export function compileGlobList(text: string): Glob {
  let count = 0;
  let characters = 0;
  const patterns = nonBlankLines(text).filter((line) => {
    const pattern = parseGlobLine(line.text);
    if (typeof pattern === 'string') return false;
    count += pattern.alternatives;
    characters += pattern.atoms;
    return count <= MAX_PATTERNS && characters <= MAX_PATTERN_CHARACTERS;
  });
  return compileGlobs(
    patterns.map((line) => line.text),
    FILTER_OPTIONS,
  );
}

/** Returns the errors of patterns, one per line. */
export function checkGlobList(text: string): string[] {
  let count = 0;
  let characters = 0;
  const errors = lineErrors(text, (line) => {
    const pattern = parseGlobLine(line);
    if (typeof pattern === 'string') return `${pattern}.`;
    count += pattern.alternatives;
    characters += pattern.atoms;
    return null;
  });
  const tooMany = (number: number, noun: string, limit: number) =>
    number > limit ? [`with all alternatives these are ${number} ${noun}; at most ${limit} are accepted`] : [];
  return [
    ...errors,
    ...tooMany(count, 'patterns', MAX_PATTERNS),
    ...tooMany(characters, 'characters', MAX_PATTERN_CHARACTERS),
  ];
}

/** Returns the compiled pattern, or an error message. */
function parseGlobLine(line: string): Glob | string {
  try {
    return compileGlobs([line], FILTER_OPTIONS);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}
