import { migrate } from '../../../src/store/engine/migrate';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import { makeEmptyPlace, type TemporaryPlace } from '../../support/database';
import { culprit, ensureBuilt, type Outcome } from '../../support/process';

let place: TemporaryPlace;
beforeAll(ensureBuilt);
beforeEach(async () => {
  place = await makeEmptyPlace();
});
afterEach(() => place.dispose());

const run = (...options: string[]): Promise<Outcome> =>
  culprit(['database', 'migrate', ...options], { DATABASE_URL: place.url });

test('culprit database migrate lists what the database needs, and migrates it unless it is a dry run', async () => {
  const engine = await place.openEngine();
  await migrate(engine, MIGRATIONS.slice(0, -1));
  await engine.close();
  const pending = MIGRATIONS.slice(-1).map(({ number, name, onlyAdds = false }) => ({
    number,
    name,
    onlyAdds,
    rows: 0,
  }));
  for (const options of [['--dry-run'], ['--dry-run'], []]) {
    const { code, stdout, stderr } = await run('--json', ...options);
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, pending, '']);
  }
  expect(await run('--dry-run')).toEqual({ code: 0, stdout: 'none\n', stderr: '' });
});
