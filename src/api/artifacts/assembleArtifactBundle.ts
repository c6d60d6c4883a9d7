import type { AssembleState } from '../../../generated/api';
import { listedValues } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import type { Project } from '../../domain/project';
import { BundleError } from '../../sourcemaps/upload/artifactBundle';
import type { BundleKey } from '../../store/artifacts';
import type { Readers, Writers } from '../../store/stores';
import { operation } from '../operation';
import { requirePresent } from '../presentSubjects';
import { findOrganization, findProjects, type ProjectReference } from '../subjects';

/**
 * Assembles a bundle from uploaded chunks and adds its files to projects, release and dist. Repeating the request does
 * nothing more.
 */
export const assembleArtifactBundle = operation('assembleArtifactBundle', {
  takesLong: true,
  subject: findOrganization,

  async validate({ body: { version, dist } }) {
    return dist !== undefined && version === undefined ? { dist: ['This field needs "version".'] } : {};
  },

  async handle({ organization, body, caller, read, write, audit, now, bundleAssembler }) {
    const { checksum, chunks, projects: references, version = null, dist = null } = body;
    const projects = await read((stores) => requireProjects(stores, organization.id, references));
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
      const slugs = projects.map(({ slug }) => slug);
      const details = { projects: listedValues(slugs) };
      const entry = audit({ event: 'artifact_bundle.assemble', target, details });
      const record = async (stores: Writers) => {
        // Other requests may have removed them while the bundle was assembled: their transactions are separate.
        await requirePresent(stores, { organization }, { caller, now });
        await requireProjects(stores, organization.id, slugs);
        await stores.auditLog.insert(entry);
      };
      await bundleAssembler.assemble({ key, chunks, now, record });
      return replyWith('ok');
    } catch (error) {
      if (error instanceof BundleError) return replyWith('error', [], error.message);
      throw error;
    }
  },
});

/** Returns the projects of a bundle. @throws BadRequest if the organization does not have one of the projects */
async function requireProjects(
  stores: Readers,
  organizationId: string,
  references: readonly ProjectReference[],
): Promise<Project[]> {
  const { projects, errors } = await findProjects(stores, organizationId, references);
  if (errors[0] !== undefined) throw new BadRequest(errors[0].message);
  return projects;
}

/** Returns the reply. Upload tools expect the list of missing chunks in every reply. */
function replyWith(state: AssembleState['state'], missingChunks: string[] = [], detail: string | null = null) {
  return { status: 200 as const, body: { state, missingChunks, detail } };
}
