import type { JsonObject } from './event';

/** What can keep a frame from being mapped to its source (decisions.md D6, §5; reference/endpoints.md §6.6). */
export type FindingType =
  | 'no_release_on_event'
  | 'no_sourcemaps_on_release'
  | 'url_not_valid'
  | 'no_url_match'
  | 'partial_match'
  | 'dist_mismatch'
  | 'sourcemap_not_found'
  | 'debug_id_no_sourcemaps'
  | 'debug_id_source_not_found'
  | 'debug_id_map_not_found'
  | 'map_not_parsable'
  | 'no_mapping_at_position';

/** Why a frame is not mapped: what was looked for and what was found. */
export interface Finding {
  readonly type: FindingType;
  readonly data: JsonObject | null;
}
