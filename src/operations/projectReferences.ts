import type { FieldErrors } from '../domain/errors';
import type { Project } from '../domain/project';
import type { Readers } from '../store/stores';

/** A project as a body names it: an id as a number, an id in digits, or a slug, which may be a former one. */
export type ProjectReference = string | number;

/** The projects that a body names, once each, and a sentence for every one that the organization does not have. */
export async function findProjects(
  { projects }: Pick<Readers, 'projects'>,
  organizationId: string,
  references: readonly ProjectReference[],
): Promise<{ found: Project[]; faults: string[] }> {
  const found = new Map<string, Project>();
  const faults: string[] = [];
  for (const reference of new Set(references)) {
    const isId = typeof reference === 'number' || /^[0-9]+$/.test(reference);
    const text = String(reference);
    const project = isId
      ? await projects.findById(organizationId, text)
      : ((await projects.findBySlug(organizationId, text)) ?? (await projects.findRenamed(organizationId, text)));
    if (project === undefined) faults.push(`There is no project "${text}" in this organization.`);
    else found.set(project.id, project);
  }
  return { found: [...found.values()], faults };
}

/** Sentences as the errors of a field, which has none without them. */
export function faultsOf(field: string, sentences: readonly string[]): FieldErrors {
  return sentences.length === 0 ? {} : { [field]: [...sentences] };
}
