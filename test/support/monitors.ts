import type { ProjectFixture } from './fixtures';
import { type Service, useOwnService } from './service';

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

/** A project with its service, another project of its organization, and a token; new ones for each test. */
export interface MonitoredProject {
  readonly service: Service;
  readonly project: ProjectFixture;
  readonly other: ProjectFixture;
  readonly token: string;
  /** Creates a monitor of the project, whose slug is `report`. */
  create(body?: object): ReturnType<typeof createMonitor>;
}

/** Makes a project before each test of a file. */
export function useMonitoredProject(): MonitoredProject {
  const service = useOwnService();
  const made = { service } as { -readonly [Name in keyof MonitoredProject]: MonitoredProject[Name] };
  beforeEach(async () => {
    made.project = await service.fixtures.project();
    made.other = await service.fixtures.project({ organization: made.project.organization });
    made.token = await service.fixtures.token(made.project.organization);
  });
  made.create = (body) => createMonitor(service, made.project, made.token, body);
  return made;
}
