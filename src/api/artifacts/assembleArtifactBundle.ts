import type { AssembleState } from '../../../generated/api';
import { listedValues } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import { BundleError } from '../../sourcemaps/upload/bundleArchive';
import type { BundleKey } from '../../store/artifacts';
import type { Writers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization, findProjects } from '../subjects';

/** Assembles a bundle from uploaded chunks and adds its files to projects, release and dist. Repeating the request does nothing more. */
export const assembleArtifactBundle = operation('assembleArtifactBundle', {
  takesLong: true,
  subject: findOrganization,

  async validate({ body: { version, dist } }) {
    return dist !== undefined && version === undefined ? { dist: ['This field needs "version".'] } : {};
  },

  async handle({ organization, body, read, write, audit, now, bundleAssembler }) {
    const { checksum, chunks, projects: references, version = null, dist = null } = body;
    const { projects, errors } = await read((stores) => findProjects(stores, organization.id, references));
    if (errors[0] !== undefined) throw new BadRequest(errors[0].message);
    const projectIds = projects.map(({ id }) => id);
    const key: BundleKey = { organizationId: organization.id, checksum, release: version, dist, projectIds };
    if ((await read(({ artifacts }) => artifacts.findBundle(key))) !== undefined) return replyWith('ok');
    const missing = await write(async ({ contents }) => {
      await contents.touch(organization.id, chunks, now);
      return contents.findMissing(organization.id, chunks);
    });
    if (missing.length > 0) return replyWith('not_found', missing);
    try {
      const target = { id: checksum, name: version ?? checksum };
      const details = { projects: listedValues(projects.map(({ slug }) => slug)) };
      const entry = audit({ event: 'artifact_bundle.assemble', target, details });
      const record = (stores: Writers) => stores.auditLog.insert(entry);
      await bundleAssembler.assemble({ key, chunks, now, record });
      return replyWith('ok');
    } catch (error) {
      if (error instanceof BundleError) return replyWith('error', [], error.message);
      throw error;
    }
  },
});

/** Upload tools expect the list of missing chunks in every reply. */
function replyWith(state: AssembleState['state'], missingChunks: string[] = [], detail: string | null = null) {
  return { status: 200 as const, body: { state, missingChunks, detail } };
}
