import type { components } from '../../generated/api';
import type { FetchAttempt, SourceMapFinding, SourceMapProblemType } from '../domain/artifact';
import type { Frame, JsonObject } from '../domain/event';

type Schemas = components['schemas'];
export type FrameRecord = Schemas['EventSourceMapFrame'];

/** A frame, and the search for its map. */
export interface PresentedFrame extends Pick<FrameRecord, 'state' | 'map' | 'debug_id_process' | 'release_process'> {
  readonly frame: Frame;
  readonly findings: readonly SourceMapFinding[];
  readonly url: string | null;
  readonly attempts: readonly FetchAttempt[];
}

/** Presents a frame with the result of the search for its map. */
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

/** Messages that name the next step for each type of problem. */
const MESSAGES: Record<SourceMapProblemType, string> = {
  no_release_on_event:
    'The event names no release that this organization knows; set `release` when you initialize the SDK, and upload source maps under the same name.',
  no_sourcemaps_on_release: 'The release has no uploaded artifacts; upload its minified files and their source maps.',
  url_not_valid:
    'The path of the frame is not an absolute URL, so no artifact can be matched to it; make the SDK report absolute paths.',
  no_url_match:
    'No artifact of the release fits the path of the frame; upload the file under the name the frame has, for example with a URL prefix.',
  partial_match:
    'Only an artifact with the same ending fits the path of the frame; upload it under the full path, for example with a URL prefix.',
  wrong_url_prefix:
    'The files of the release were uploaded with a prefix that the path of the frame does not have; upload them with the prefix that fits.',
  dist_mismatch:
    'The artifact that fits belongs to another distribution; upload it with the distribution that the event carries.',
  sourcemap_not_found:
    'The minified file was found, but no usable reference to a source map in it; end it with a `sourceMappingURL` comment and upload the map.',
  debug_id_no_sourcemaps:
    'The SDK can use debug ids, but the event carries none and names no release; inject debug ids into the bundle and upload it.',
  debug_id_source_not_found:
    'No uploaded file has the debug id of the frame; upload exactly the bundle that is deployed, after injecting debug ids.',
  debug_id_in_other_project:
    'The file with the debug id of the frame was uploaded to another project of the organization; upload it to the project that receives the events.',
  release_file_has_other_debug_id:
    'The release has a file with the name of the frame but another debug id, so it is of another build; upload the build that is deployed.',
  debug_id_map_not_found:
    'The minified file with the debug id of the frame was found, but no source map with it; upload the map together with the file.',
  wrong_build:
    'The uploaded file or its source map is of another build than the code that ran; upload exactly the files that are deployed.',
  map_not_parsable: 'The source map of the file was found, but it is not JSON; build it again and upload it.',
  map_invalid:
    'The source map of the file breaks a rule of ECMA-426, so its positions cannot be trusted; build it with a tool that follows the rule.',
  map_too_large:
    'The source map of the file is beyond the limits of the service, though it may be valid; split the bundle into smaller files.',
  position_missing:
    'The client sent no line, or no column in a line with code of several places, so no source map can tell the place; have it send both.',
  missing_source_content:
    'The frame is mapped, but the text of its source is neither in the source map nor uploaded; have the bundler include the sources.',
  no_mapping_at_position:
    'The source map has no original for the line and column of the frame; the bundler added this code, or a tool of the build dropped its mappings.',
};

/** Presents a problem with the source map of a frame. */
export function presentSourceMapError({
  type,
  data,
  fetchFailure,
  fix,
}: SourceMapFinding): components['schemas']['SourceMapError'] {
  return {
    type,
    message: MESSAGES[type],
    data,
    ...(fetchFailure && { scraping: { ...fetchFailure, status: 'failure' } }),
    fix: { text: fix.text, command: fix.command },
  };
}
