/**
 * The soak for some seconds: all kinds of clients use the service at the same time, and all acknowledged data is there
 * afterwards.
 */
import { Api } from '../../../scripts/soak/api';
import { checkProjects } from '../../../scripts/soak/check';
import { failuresOf, render } from '../../../scripts/soak/report';
import { createTenant, Senders } from '../../../scripts/soak/load';
import { soak, type SoakReport } from '../../../scripts/soak/soak';
import { Random } from '../../../scripts/support/payloads';
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import { endProcesses, ensureBuilt, ServiceProcess } from '../../support/process';

const EVENT_BYTES = 3_000;
/** Enough for each client to have had its turns. */
const SECONDS = 8;
const OPERATIONS = ['removeIssues', 'assembleArtifactBundle', 'updateProject', 'getSourceMapDebug'];

beforeAll(ensureBuilt);
afterEach(endProcesses);

/** Memory grows while the service is warming up: that is for longer runs. */
const withSteadyMemory = (report: SoakReport): SoakReport => ({
  ...report,
  memory: { ...report.memory, end: report.memory.early },
});

it('loses no event, stores none twice and replies as documented while everything happens at the same time', async () => {
  const report = await soak({
    minutes: SECONDS / 60,
    seed: 1,
    operations: OPERATIONS,
    makePlace: makeMigratedPlace,
  });
  expect(report.api.complaints).toEqual([]);
  expect(failuresOf(withSteadyMemory(report))).toEqual([]);
  const [answered, unanswered, removed, expiring] = report.projects;
  for (const kept of [answered, unanswered]) expect(kept?.stored).toBe(kept?.acknowledged);
  expect(Math.min(answered!.stored, unanswered!.stored)).toBeGreaterThan(0);
  expect(removed!.stored).toBeLessThan(removed!.acknowledged);
  expect(expiring!.stored).toBeLessThan(expiring!.acknowledged);
  expect(report.webhooks.hanging).toBeGreaterThan(0);
  expect(report.webhooks.answered).toBeGreaterThan(0);
  expect(report.slow.completed).toBeGreaterThan(0);
  for (const operation of OPERATIONS) expect(report.api.replies.get(operation)?.get(200)).toBeGreaterThan(0);
});

describe('what the soak finds', () => {
  let place: TemporaryPlace;
  beforeEach(async () => {
    place = await makeMigratedPlace();
  });
  afterEach(() => place.dispose());

  it('is an event that is not stored, a reply that the contract does not declare, and none at all', async () => {
    const tenant = await createTenant(place.url);
    const service = await ServiceProcess.start({ DATABASE_URL: place.url, BOOTSTRAP: 'off' });
    const api = new Api(service.url, tenant.token, { organization_slug: tenant.organization });
    const senders = new Senders(api);
    const [project] = tenant.kept;
    for (let count = 0; count < 5; count += 1) await senders.send(project!, EVENT_BYTES, new Random(count));
    const missing = 'f'.repeat(32);
    senders.of(project!).set(missing, Date.now());
    const [stored] = await checkProjects(api, tenant, senders, { lastRemoval: 0, retentionEvents: 10 });
    expect(stored).toMatchObject({ acknowledged: 6, due: 6, stored: 5, lost: [missing], twice: [] });

    const target = api.target('getService', {});
    api.record('getService', target, { status: 418, headers: {}, type: '', text: '', body: undefined });
    expect(api.failures).toEqual({ undocumented: 1, internal: 0, unanswered: 0 });
    await service.stop();
    expect(await api.call('getService')).toBeNull();
    expect(api.failures).toEqual({ undocumented: 1, internal: 0, unanswered: 1 });

    const report: SoakReport = {
      api,
      projects: [stored!],
      slow: { completed: 0, closed: 0, refused: 0 },
      quietAfter: null,
      webhooks: { answered: 0, hanging: 0 },
      memory: { afterMinutes: 5, early: 100, end: 121 },
    };
    expect(failuresOf(report)).toEqual([
      'lost events: 1',
      'undocumented replies: 1',
      'requests without a reply: 1',
      'growth of the resident memory: 1.21',
    ]);
    expect(render(report, 'A run')).toContain('| lost events | 1 |');
  });
});
