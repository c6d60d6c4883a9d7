import type { components } from '../../generated/api';
import type { SourceMapFinding } from '../domain/artifact';
import type { Frame, JsonObject } from '../domain/event';
import type { FetchAttempt } from '../domain/fetchAttempt';
import { presentSourceMapError } from './sourceMapError';

type Schemas = components['schemas'];
export type FrameRecord = Schemas['EventSourceMapFrame'];

/** A frame, and the search for its map. */
export interface PresentedFrame extends Pick<FrameRecord, 'state' | 'map' | 'debug_id_process' | 'release_process'> {
  readonly frame: Frame;
  readonly findings: readonly SourceMapFinding[];
  readonly url: string | null;
  readonly attempts: readonly FetchAttempt[];
}

export function presentSourceMapFrame({ frame, findings, url, attempts, ...record }: PresentedFrame): FrameRecord {
  return {
    filename: frame.filename,
    abs_path: frame.absPath,
    function: frame.function,
    line: frame.lineno,
    column: frame.colno,
    state: record.state,
    map: record.map,
    findings: findings.map(presentSourceMapError),
    debug_id_process: record.debug_id_process,
    release_process: record.release_process,
    scraping_process: presentAttempts(url, attempts),
  };
}

/** Presents the newest attempt: of the file and of its map. */
function presentAttempts(url: string | null, attempts: readonly FetchAttempt[]): FrameRecord['scraping_process'] {
  const attempt = attempts.toSorted((a, b) => b.at - a.at)[0];
  if (attempt === undefined || url === null) return { source_file: null, source_map: null };
  const { map, failure } = attempt;
  const isLoaded = { url, status: 'success' as const };
  if (map !== null) return { source_file: isLoaded, source_map: { url: map.url, status: 'success' } };
  if (failure === null) return { source_file: { url, status: 'not_attempted' }, source_map: null };
  const failed = { ...failure, status: 'failure' as const };
  if (failure.url === url) return { source_file: failed, source_map: null };
  return { source_file: isLoaded, source_map: failed };
}

/** The first version of each SDK for JavaScript that sends debug ids; null if none does. */
const FIRST_VERSIONS: Readonly<Record<string, string | null>> = {
  angular: '7.56.0',
  'angular-ivy': '7.56.0',
  astro: '7.56.0',
  browser: '7.56.0',
  bun: '7.56.0',
  capacitor: null,
  cloudflare: '7.56.0',
  cordova: null,
  deno: '7.56.0',
  electron: '4.6.0',
  gatsby: '7.56.0',
  nextjs: '8.0.0',
  node: '7.56.0',
  nuxt: '7.56.0',
  'opentelemetry-node': '7.56.0',
  react: '7.56.0',
  'react-native': '5.11.1',
  remix: '7.56.0',
  solid: '7.56.0',
  solidstart: '7.56.0',
  svelte: '7.56.0',
  sveltekit: '8.0.0',
  vue: '7.56.0',
  wasm: null,
};

/** Presents the debug id support of an event's SDK. */
export function presentSdkSupport(
  sdk: JsonObject | null,
): Pick<Schemas['EventSourceMapDebug'], 'sdk_version' | 'min_debug_id_sdk_version' | 'sdk_debug_id_support'> {
  const version = typeof sdk?.['version'] === 'string' ? sdk['version'] : null;
  const name = typeof sdk?.['name'] === 'string' ? sdk['name'] : '';
  const suffix = /^sentry\.javascript\.([a-z-]+)$/.exec(name)?.[1] ?? '';
  const first = Object.hasOwn(FIRST_VERSIONS, suffix) ? FIRST_VERSIONS[suffix] : undefined;
  const support = (sdk_debug_id_support: Schemas['EventSourceMapDebug']['sdk_debug_id_support']) => ({
    sdk_version: version,
    min_debug_id_sdk_version: typeof first === 'string' && version !== null ? first : null,
    sdk_debug_id_support,
  });
  if (first === undefined) return support('unofficial-sdk');
  if (first === null) return support('not-supported');
  if (version === null) return support('unofficial-sdk');
  return support(isAtLeast(version, first) ? 'full' : 'needs-upgrade');
}

/** Compares versions by their first three numbers. A pre-release of the first version is older. */
function isAtLeast(version: string, first: string): boolean {
  const [numbers, firstNumbers] = [version, first].map((text) =>
    text.split(/[.+-]/, 3).map((part) => parseInt(part, 10) || 0),
  );
  const index = [0, 1, 2].find((one) => numbers?.[one] !== firstNumbers?.[one]);
  if (index === undefined) return !/^[\d.]+-/.test(version);
  return (numbers?.[index] ?? 0) > (firstNumbers?.[index] ?? 0);
}
