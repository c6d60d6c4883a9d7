import { type CommandContext, findOrganization, findProject } from './command';

/** The address an SDK sends events to: origin, public key and project id. */
export function formatDsn(publicUrl: string, publicKey: string, projectId: string): string {
  return `${publicUrl.replace('://', `://${publicKey}@`)}/${projectId}`;
}

/** A project's keys with their DSNs. @throws Error with one sentence */
export async function listKeys(
  { stores, publicUrl }: CommandContext,
  options: { organization: string; project: string },
): Promise<{ publicKey: string; dsn: string; isActive: boolean }[]> {
  const project = await findProject(stores, await findOrganization(stores, options.organization), options.project);
  const keys = await stores.projectKeys.list(project.id);
  return keys.map(({ publicKey, isActive }) => ({
    publicKey,
    dsn: formatDsn(publicUrl, publicKey, project.id),
    isActive,
  }));
}
