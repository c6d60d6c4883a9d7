import { findOrganization, findProject } from './find';
import type { Session } from './session';

/** The address an SDK sends events to: origin, public key and project id. */
export function dsnOf(publicUrl: string, publicKey: string, projectId: string): string {
  return `${publicUrl.replace('://', `://${publicKey}@`)}/${projectId}`;
}

/** A project's keys with their DSNs. @throws Error with one sentence */
export async function listKeys(
  { stores, publicUrl }: Session,
  options: { organization: string; project: string },
): Promise<{ publicKey: string; dsn: string; isActive: boolean }[]> {
  const project = await findProject(stores, await findOrganization(stores, options.organization), options.project);
  const keys = await stores.keys.list(project.id);
  return keys.map(({ publicKey, isActive }) => ({ publicKey, dsn: dsnOf(publicUrl, publicKey, project.id), isActive }));
}
