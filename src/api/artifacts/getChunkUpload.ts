import {
  MAX_BUNDLE_BYTES,
  MAX_CHUNK_BYTES,
  MAX_CHUNKS_PER_REQUEST,
  MAX_REQUEST_BYTES,
} from '../../sourcemaps/upload/limits';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Returns the address and the limits of uploads of chunks. */
export const getChunkUpload = operation('getChunkUpload', {
  subject: findOrganization,

  async handle({ organization, publicUrl, userAgent }) {
    const path = `/api/0/organizations/${organization.slug}/chunk-upload/`;
    return {
      status: 200,
      body: {
        url: joinsPath(userAgent) ? path : publicUrl + path,
        chunkSize: MAX_CHUNK_BYTES,
        chunksPerRequest: MAX_CHUNKS_PER_REQUEST,
        maxRequestSize: MAX_REQUEST_BYTES,
        maxFileSize: MAX_BUNDLE_BYTES,
        maxWait: 0,
        concurrency: 1,
        hashAlgorithm: 'sha1',
        compression: ['gzip'],
        accept: ['release_files', 'sources', 'artifact_bundles', 'artifact_bundles_v2'],
      },
    };
  },
});

/**
 * User agents of the tools that join paths. The package `sentry` 0.x does not join them, and has a user agent such as
 * `sentry-cli/0.49.0 (linux-x64) node/22.0.0`.
 */
const SENTRY_CLI = /^sentry-cli\/(?:1\.7\d|[23]\.\d+)\.\d+(?! \()/;

/**
 * Returns true if a program joins a path with the address that it uses for all other requests. For such a program, a
 * path is correct behind any proxy and at an internal address of the service (openapi/DECISIONS.md, "Releases and
 * uploads").
 */
function joinsPath(userAgent: string): boolean {
  return SENTRY_CLI.test(userAgent);
}
