import type { Project } from '../../src/domain/project';
import { openDatabase } from '../../src/store/open';
import type { Writers } from '../../src/store/stores';
import type { Bench } from './bench';
import type { SeededDatabase } from './fixture';

const PLATFORMS = ['node', 'javascript', 'python'];
const ENVIRONMENTS = ['production', 'staging', 'development'];
const RELEASES = 5;
const TEAM_HOUR_MS = 60 * 60 * 1000;

/** Creates a database whose team has further projects, each with platforms, environments, releases and deploys. */
export async function seedTeam(bench: Bench, projects: number): Promise<SeededDatabase> {
  const seeded = await bench.copy(await bench.seeded(0));
  const database = await openDatabase(seeded.url);
  try {
    await database.write(async (stores) => {
      for (let number = 0; number < projects; number += 1) await addProject(stores, number);
    });
  } finally {
    await database.close();
  }
  return seeded;
}

async function addProject(stores: Writers, number: number): Promise<void> {
  const organization = await stores.organizations.findBySlug('acme');
  const organizationId = organization?.id ?? '';
  const team = await stores.teams.findBySlug(organizationId, 'backend');
  const slug = `service-${String(number).padStart(3, '0')}`;
  const row = {
    organizationId,
    slug,
    name: `Service ${number}`,
    platform: 'node',
    dateCreated: Date.now(),
    securityToken: '0'.repeat(32),
  };
  const project = await stores.projects.insert(row);
  await stores.projects.addTeam({ organizationId, projectId: project.id, teamId: team?.id ?? '' });
  if (number % 7 === 0)
    await stores.projects.setBookmark({ organizationId, projectId: project.id, memberId: '1', isBookmarked: true });
  await addHistory(stores, project);
}

async function addHistory({ projects, releases, deploys }: Writers, project: Project): Promise<void> {
  const { organizationId, slug } = project;
  for (let number = 0; number < RELEASES; number += 1) {
    const received = Date.now() - (RELEASES - number) * TEAM_HOUR_MS;
    const [platform = '', environment = ''] = [
      PLATFORMS[number % PLATFORMS.length],
      ENVIRONMENTS[number % ENVIRONMENTS.length],
    ];
    const version = `${slug}@1.${number}.0`;
    const labels = [{ platform, environment, release: version, received }];
    await projects.recordEvents(project, labels);
    await releases.recordEvents(project, labels, labels);
    const release = await releases.findByVersion(organizationId, version);
    const unsaid = { name: null, url: null, dateStarted: null, projectIds: null };
    await deploys.insert({
      organizationId,
      releaseId: release?.id ?? '',
      environment,
      dateFinished: received,
      ...unsaid,
    });
  }
}
