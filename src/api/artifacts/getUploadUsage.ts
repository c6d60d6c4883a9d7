import { readUploadUsage } from '../../sourcemaps/upload/limits';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Returns the size of an organization's uploads, and their quota. */
export const getUploadUsage = operation('getUploadUsage', {
  subject: findOrganization,

  async handle({ organization, uploadQuota, read }) {
    const usage = await read((stores) => readUploadUsage(stores, organization));
    const { chunkBytes: chunkQuota, artifactBytes: artifactQuota } = uploadQuota;
    return { status: 200, body: { ...usage, chunkQuota, artifactQuota } };
  },
});
