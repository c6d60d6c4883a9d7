import type { AssembleState } from '../../../generated/api';
import { BadRequest } from '../../domain/errors';
import { assembleBundle } from '../../sourcemaps/upload/assembleBundle';
import { BundleError } from '../../sourcemaps/upload/bundleArchive';
import type { BundleKey } from '../../store/artifacts';
import type { Command } from '../operation';
import { findOrganization, findProjects } from '../subjects';

/** Files a bundle whose chunks were uploaded under projects, release and dist; repeated, it answers that it is done. */
export const assembleArtifactBundle: Command<'assembleArtifactBundle'> = async (ask) => {
  const { read, write, now } = ask;
  const organization = await findOrganization(ask);
  return {
    async refuse({ version, dist }) {
      return dist !== undefined && version === undefined ? { dist: ['This field needs "version".'] } : {};
    },
    async handle({ body }) {
      const { checksum, chunks, version = null, dist = null } = body;
      const { found, faults } = await read((stores) => findProjects(stores, organization.id, body.projects));
      if (faults[0] !== undefined) throw new BadRequest(faults[0]);
      const projectIds = found.map(({ id }) => id);
      const key: BundleKey = { organizationId: organization.id, checksum, release: version, dist, projectIds };
      if ((await read(({ artifacts }) => artifacts.findBundle(key))) !== undefined) return answer('ok');
      const missing = await write(async ({ contents }) => {
        await contents.touch(organization.id, chunks, now);
        return contents.findMissing(organization.id, chunks);
      });
      if (missing.length > 0) return answer('not_found', missing);
      try {
        await assembleBundle({ key, chunks, read, write, now });
        return answer('ok');
      } catch (error) {
        if (error instanceof BundleError) return answer('error', [], error.message);
        throw error;
      }
    },
  };
};

/** Tools want the list of missing chunks in every answer. */
function answer(state: AssembleState['state'], missingChunks: string[] = [], detail: string | null = null) {
  return { status: 200 as const, body: { state, missingChunks, detail } };
}
