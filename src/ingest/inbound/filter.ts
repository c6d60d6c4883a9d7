import type { Event } from '../../domain/event';
import type { DropReason } from '../../domain/outcome';
import type { ProjectSettings } from '../../domain/settings';
import { compileAddresses } from './addresses';
import { compileGlobs, newWork } from './glob';

/** The settings of a project that decide which events it does without. */
export type FilterSettings = Pick<
  ProjectSettings,
  | 'filterBlacklistedIps'
  | 'filterReleases'
  | 'filterErrorMessages'
  | 'filterReactHydrationErrors'
  | 'filterChunkLoadError'
>;

/** Whether events from that address are dropped, whatever is in them. */
export function isFilteredAddress(address: string | null, { filterBlacklistedIps }: FilterSettings): boolean {
  return address !== null && filterBlacklistedIps !== '' && compileAddresses(filterBlacklistedIps)(address);
}

/** Why the project does without this event, which is normalised but not scrubbed; null if it is to be kept. */
export function filterEvent(event: Event, settings: FilterSettings): DropReason | null {
  if (isFilteredAddress(event.user?.ipAddress ?? null, settings)) return 'ip-address';
  if (isFilteredRelease(event, settings)) return 'release-version';
  const messages = messagesOf(event);
  if (settings.filterErrorMessages !== '' && isFilteredMessage(messages, settings.filterErrorMessages))
    return 'error-message';
  if (settings.filterChunkLoadError && event.exceptions.some(({ type }) => type === CHUNK_LOAD_ERROR))
    return 'chunk-load-error';
  if (settings.filterChunkLoadError && messages.some((message) => CHUNK_LOAD.test(message))) return 'chunk-load-error';
  if (settings.filterReactHydrationErrors && messages.some((message) => HYDRATION.test(message)))
    return 'react-hydration-errors';
  return null;
}

const CHUNK_LOAD_ERROR = 'ChunkLoadError';
/** What bundlers' loaders say, also where another error wraps it. */
const CHUNK_LOAD = /ChunkLoadError: Loading (?:CSS )?chunk /;
/** Production builds of React have numbers for their messages, and say where to read them. */
const HYDRATION =
  /(?:reactjs\.org\/docs\/error-decoder(?:\.html)?\/?\?invariant=|react\.dev\/errors\/)(?:418|419|422|423|425)(?![0-9])/;

function isFilteredRelease({ release }: Event, { filterReleases }: FilterSettings): boolean {
  return release !== null && filterReleases !== '' && compileGlobs(filterReleases)(release);
}

function isFilteredMessage(messages: readonly string[], patterns: string): boolean {
  const [fits, work] = [compileGlobs(patterns), newWork()];
  return messages.some((message) => fits(message, work));
}

/** What the event says: its message, and the value of each exception, with the type before it and without. */
function messagesOf({ logentry, exceptions }: Event): string[] {
  const message = logentry?.formatted ?? logentry?.message;
  const values = exceptions.flatMap(({ type, value }) =>
    type && value ? [`${type}: ${value}`, value] : [type || value],
  );
  return [message, ...values].filter((text) => typeof text === 'string' && text !== '') as string[];
}
