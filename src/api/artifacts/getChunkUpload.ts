import {
  MAX_BUNDLE_BYTES,
  MAX_CHUNK_BYTES,
  MAX_CHUNKS_PER_REQUEST,
  MAX_REQUEST_BYTES,
} from '../../sourcemaps/upload/limits';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Returns where and how chunks are uploaded. The address is relative, so that it is right behind any proxy. */
export const getChunkUpload = operation('getChunkUpload', {
  subject: findOrganization,

  async handle({ organization }) {
    return {
      status: 200,
      body: {
        url: `/api/0/organizations/${organization.slug}/chunk-upload/`,
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
