import {
  MAX_BUNDLE_BYTES,
  MAX_CHUNK_BYTES,
  MAX_CHUNKS_PER_REQUEST,
  MAX_REQUEST_BYTES,
} from '../../sourcemaps/upload/limits';
import type { Query } from '../operation';
import { findOrganization } from '../subjects';

/** Tells how chunks are uploaded. The address is relative, and so survives any proxy. */
export const getChunkUpload: Query<'getChunkUpload'> = async (ask) => {
  const { slug } = await findOrganization(ask);
  return {
    async handle() {
      return {
        status: 200,
        body: {
          url: `/api/0/organizations/${slug}/chunk-upload/`,
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
  };
};
