import type { components } from '../../generated/api';
import type { SourceMapFinding, SourceMapProblemType } from '../domain/artifact';

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
export function presentSourceMapError({ type, data, fix }: SourceMapFinding): components['schemas']['SourceMapError'] {
  return { type, message: MESSAGES[type], data, fix: { text: fix.text, command: fix.command } };
}
