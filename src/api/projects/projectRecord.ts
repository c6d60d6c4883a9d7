import type { components } from '../../../generated/api';
import type { Caller } from '../../domain/access';
import type { Organization } from '../../domain/organization';
import type { Project } from '../../domain/project';
import { presentProject } from '../../presenters/project';
import type { Readers } from '../../store/stores';

/** Reads the record of a project as its caller sees it. */
export async function readProjectRecord(
  { projects, webhooks }: Readers,
  subject: { organization: Organization; project: Project; caller: Caller; publicUrl: string },
): Promise<components['schemas']['Project']> {
  const { project, caller } = subject;
  const relations = await projects.findRelations([project], caller);
  return presentProject({ ...subject, relations, webhook: await webhooks.find(project.id) });
}
