import { type CommandContext, findOrganization, findProject } from './command';

/** Formats a DSN, the address to which SDKs send events: origin, public key and project id. */
export function formatDsn(publicUrl: string, publicKey: string, projectId: string): string {
  return `${publicUrl.replace('://', `://${publicKey}@`)}/${projectId}`;
}

/** Lists the keys of a project with their DSNs. @throws Error if the project is unknown */
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
