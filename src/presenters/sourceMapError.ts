import type { components } from '../../generated/api';
import type { SourceMapProblem, SourceMapProblemType } from '../domain/artifact';

/** A message for each type of problem that says what to do next. */
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
  dist_mismatch:
    'The artifact that fits belongs to another distribution; upload it with the distribution that the event carries.',
  sourcemap_not_found:
    'The minified file was found, but no usable reference to a source map in it; end it with a `sourceMappingURL` comment and upload the map.',
  debug_id_no_sourcemaps:
    'The SDK can use debug ids, but the event carries none and names no release; inject debug ids into the bundle and upload it.',
  debug_id_source_not_found:
    'No uploaded file has the debug id of the frame; upload exactly the bundle that is deployed, after injecting debug ids.',
  debug_id_map_not_found:
    'The minified file with the debug id of the frame was found, but no source map with it; upload the map together with the file.',
  map_not_parsable: 'The source map of the file was found, but cannot be read; build it again and upload it.',
  no_mapping_at_position:
    'The source map has no mapping at the line and column of the frame; make sure that the uploaded map belongs to the deployed file.',
};

/** Presents a problem with the source map of a frame. */
export function presentSourceMapError({ type, data }: SourceMapProblem): components['schemas']['SourceMapError'] {
  return { type, message: MESSAGES[type], data };
}
