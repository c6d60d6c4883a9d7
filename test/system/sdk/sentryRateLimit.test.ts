import { join } from 'node:path';
import { outcomesOf } from '../../support/outcomes';
import { endProcesses, execute } from '../../support/process';
import { useOwnService } from '../../support/service';

const LIMITED = join(__dirname, '../../support/programs/limited.js');
const UNSTORED = join(__dirname, '../../support/programs/unstored.js');

afterAll(endProcesses);
const service = useOwnService();

test('the SDK stops sending events once a rate limit refuses one', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const rateLimit = { window: 86_400, count: 2 };
  await service.client.put(project.path, token).send({ rateLimit }).expect(200);
  const { stdout } = await execute(process.execPath, [LIMITED], { SENTRY_DSN: project.dsn });
  expect(JSON.parse(stdout)).toEqual({ captured: 6 });
  await service.fixtures.event(project).catch((error: unknown) => expect(String(error)).toContain('429'));
  // Two were accepted and the third was refused. The SDK dropped the other three; the last request is the one above.
  const counts = await outcomesOf(service, project, token, (all) => (all['rate_limited project_quota'] ?? 0) >= 2);
  expect(counts).toEqual({ accepted: 2, 'rate_limited project_quota': 2 });
});

test('the SDK stops sending what is not stored once a reply asks it to, and still sends errors', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const { stdout } = await execute(process.execPath, [UNSTORED], { SENTRY_DSN: project.dsn });
  expect(JSON.parse(stdout)).toEqual({ rounds: 3 });
  // The SDK sends everything in order: the errors came after the transactions and logs that it dropped.
  const counts = await outcomesOf(service, project, token, ({ accepted }) => accepted === 3);
  expect(counts).toEqual({ accepted: 3, 'invalid feature_disabled transaction': 1 });
});
