import type { Event, Frame } from '../domain/event';
import { canSendDebugIds, imageOf } from './debugIds';
import type { Finding } from '../domain/finding';
import { isAbsoluteUrl } from './url';

/** All that a diagnosis looks at. */
export interface Evidence {
  readonly event: Pick<Event, 'platform' | 'release' | 'dist' | 'sdk' | 'debugImages'>;
  /** The frame as the client sent it. */
  readonly frame: Frame;
  readonly isReleaseKnown: boolean;
  /** Names of the artifacts uploaded for the release. */
  readonly artifacts: readonly string[];
}

/**
 * Why the frame is not mapped; empty when it is, or needs no map.
 * Order of checks: decisions.md §5 over reference/endpoints.md §6.1.
 */
export function diagnose(evidence: Evidence): Finding[] {
  if (needsNoMap(evidence)) return [];
  const image = imageOf(evidence.event, evidence.frame);
  if (image === undefined) return withoutImage(evidence);
  const { filename } = evidence.frame;
  const missing: Finding = { type: 'debug_id_source_not_found', data: { debugId: image.debugId, filename } };
  return [missing, ...byRelease(evidence)];
}

/** Mapped by the client, or a Node.js frame that shows its source or is no file of the application. */
function needsNoMap({ event, frame }: Evidence): boolean {
  if (frame.data !== null && 'sourcemap' in frame.data) return true;
  if (event.platform !== 'node') return false;
  return frame.contextLine !== null || !/^(\/|app:|webpack:)/.test(frame.absPath ?? '');
}

function withoutImage(evidence: Evidence): Finding[] {
  const { event } = evidence;
  if (event.release !== null || !canSendDebugIds(event.sdk)) return byRelease(evidence);
  const found = badUrl(evidence);
  return found.length > 0 ? found : [{ type: 'debug_id_no_sourcemaps', data: null }];
}

function byRelease(evidence: Evidence): Finding[] {
  if (evidence.event.release === null || !evidence.isReleaseKnown) return [{ type: 'no_release_on_event', data: null }];
  if (evidence.artifacts.length === 0) return [{ type: 'no_sourcemaps_on_release', data: null }];
  return badUrl(evidence);
}

function badUrl({ event, frame }: Evidence): Finding[] {
  if (event.platform === 'node' || isAbsoluteUrl(frame.absPath ?? '')) return [];
  return [{ type: 'url_not_valid', data: { absPath: frame.absPath } }];
}
