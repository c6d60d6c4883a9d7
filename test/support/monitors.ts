import type { ProjectFixture } from './fixtures';
import type { Service } from './service';

type MonitorService = Pick<Service, 'client'>;

/** Creates an hourly monitor of a project. @param body replaces members of the request */
export async function createMonitor(
  { client }: MonitorService,
  { id, organization }: ProjectFixture,
  token: string,
  body: object = {},
): Promise<{ id: string; slug: string }> {
  const monitor = { project: id, name: 'Report', config: { schedule: '0 * * * *' }, ...body };
  const path = `/api/0/organizations/${organization}/monitors/`;
  return (await client.post(path, token).send(monitor).expect(201)).body as { id: string; slug: string };
}

/** Reports a run by its URL, as a script does. */
export function sendCheckIn({ client }: MonitorService, project: ProjectFixture, slug: string, query = 'status=ok') {
  return client.get(`/api/${project.id}/cron/${slug}/${project.publicKey}/?${query}`).expect(202);
}
