import { openDatabase } from '../../src/store/open';
import type { Project } from '../../src/domain/project';
import type { Writers } from '../../src/store/stores';
import type { Bench, Stock } from './bench';

const PLATFORMS = ['node', 'javascript', 'python'];
const ENVIRONMENTS = ['production', 'staging', 'development'];
const RELEASES = 5;
const HOUR_MS = 60 * 60 * 1000;

/** A database whose team has so many more projects, each with platforms, environments, releases and deploys. */
export async function stockOfTeam(bench: Bench, projects: number): Promise<Stock> {
  const stock = await bench.copy(await bench.stock(0));
  const database = await openDatabase(stock.url);
  try {
    await database.write(async (stores) => {
      for (let number = 0; number < projects; number += 1) await addProject(stores, number);
    });
  } finally {
    await database.close();
  }
  return stock;
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
    await stores.projects.bookmark({ organizationId, projectId: project.id, memberId: '1', isBookmarked: true });
  await addHistory(stores, project);
}

async function addHistory({ events, releases }: Writers, project: Project): Promise<void> {
  const { organizationId, slug } = project;
  for (let number = 0; number < RELEASES; number += 1) {
    const received = Date.now() - (RELEASES - number) * HOUR_MS;
    const [platform = '', environment = ''] = [
      PLATFORMS[number % PLATFORMS.length],
      ENVIRONMENTS[number % ENVIRONMENTS.length],
    ];
    const version = `${slug}@1.${number}.0`;
    const labels = [{ platform, environment, release: version, received }];
    await events.note(project, labels, labels);
    const release = await releases.findByVersion(organizationId, version);
    const unsaid = { name: null, url: null, dateStarted: null, projectIds: null };
    await releases.insertDeploy({
      organizationId,
      releaseId: release?.id ?? '',
      environment,
      dateFinished: received,
      ...unsaid,
    });
  }
}
