/** A standby serves lists; whatever happens to it, clients see what they have written, and no errors. */
import { openPostgres } from '../../../src/store/engine/postgres';
import type { Engine } from '../../../src/store/engine/sql';
import { administer } from '../../support/database';
import { FailingServer } from '../../support/failingServer';
import type { ProjectFixture } from '../../support/fixtures';
import { type PostgresServer, startPostgres, whyNoStandby } from '../../support/postgresServer';
import { poll } from '../../support/process';
import { readEvents } from '../../support/sdkEvents';
import { describeUnless } from '../../support/secondPostgres';
import { type Service, startService } from '../../support/service';

/** When a list of events was last read on the standby. */
const LAST_LIST = `SELECT MAX(query_start) AS "at" FROM pg_stat_activity
  WHERE application_name = 'culprit' AND query LIKE '%FROM event %'`;

describeUnless(whyNoStandby(), 'a standby', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let network: FailingServer;
  let service: Service;
  let project: ProjectFixture;
  let token: string;
  let serial = 0;

  beforeAll(async () => {
    primary = await startPostgres();
    await administer('CREATE DATABASE culprit', primary.url());
    standby = await primary.startStandby();
    network = await FailingServer.start(standby.url('culprit'));
    service = await startService({ DATABASE_URL: primary.url('culprit'), DATABASE_READ_URL: network.url });
    project = await service.fixtures.project();
    token = await service.fixtures.token(project.organization);
  });
  afterAll(async () => {
    await service.close();
    network.close();
    await standby.dispose();
    await primary.dispose();
  });

  async function send(): Promise<string> {
    const id = String((serial += 1)).padStart(32, '0');
    const path = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
    await service.client.post(path).send({ event_id: id, message: 'out of stock' }).expect(200);
    return id;
  }

  const list = async () => (await readEvents(service.client, project.path, token)).map(({ eventID }) => eventID);
  const lastList = async () => String((await administer(LAST_LIST, standby.url('culprit')))[0]?.['at']);

  /** Lists until the standby serves the list, as it does again some seconds after a failure. */
  async function untilServed(): Promise<void> {
    await poll(async () => {
      const before = await lastList();
      await list();
      return (await lastList()) !== before;
    });
  }

  async function expectWritesVisible(): Promise<void> {
    for (let count = 0; count < 3; count += 1) {
      const id = await send();
      expect(await list()).toContain(id);
    }
    await service.client.get('/readyz').expect(200);
  }

  it('serves lists, and what this service has written is in them', async () => {
    await send();
    await untilServed();
    await expectWritesVisible();
    expect(await service.app.database.measureStandby()).toEqual({
      isUsed: true,
      lagBytes: expect.any(Number) as number,
    });
  });

  it('is not read while it has not replayed what the service has written', async () => {
    await administer('SELECT pg_wal_replay_pause()', standby.url());
    const before = await lastList();
    const id = await send();
    expect(await list()).toContain(id);
    expect(await lastList()).toBe(before);
    const { body } = await service.client.get(project.path, token).expect(200);
    await service.client.put(project.path, token).send({ name: 'Renamed meanwhile' }).expect(200);
    expect((await service.client.get(project.path, token).expect(200)).body).toEqual({
      ...(body as object),
      name: 'Renamed meanwhile',
    });
    await administer('SELECT pg_wal_replay_resume()', standby.url());
    await untilServed();
  });

  it.each(['40001', '57P01', 'XX000', null])('gives way to the primary if it fails with %s', async (code) => {
    await untilServed();
    network.failAt({ statement: 2, code });
    await expectWritesVisible();
  });

  it('gives way to the primary while it does not answer', async () => {
    await untilServed();
    network.freeze();
    await expectWritesVisible();
    network.thaw();
    await untilServed();
  });

  it('gives way to the primary when it is killed, and serves again when it is started', async () => {
    standby.crash();
    await standby.stop();
    await expectWritesVisible();
    expect(await service.app.database.measureStandby()).toEqual({ isUsed: false, lagBytes: null });
    const alone = await startService({
      DATABASE_URL: primary.url('culprit'),
      DATABASE_READ_URL: standby.url('culprit'),
    });
    await alone.client.get(project.path, token).expect(200);
    await alone.close();
    await standby.start();
    await untilServed();
  });

  describe('of which the engine reads', () => {
    let engine: Engine;
    const reports: (string | null)[] = [];
    const report = (problem: Error | null) => void reports.push(problem?.message ?? null);
    const open = (url: string) => openPostgres(primary.url('culprit'), { standby: { url, report } });
    const where = (read = engine.openReads?.()?.read) =>
      read?.(
        (session) => session.one<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"', []),
        Infinity,
      );

    it('is reported once when it is lost, and once when it is back', async () => {
      engine = await open(standby.url('culprit'));
      await poll(async () => (await where())?.isStandby === true);
      await standby.stop();
      for (let count = 0; count < 3; count += 1) expect(await where()).toEqual({ isStandby: false });
      expect(reports).toEqual([expect.stringMatching(/^The database cannot be /)]);
      await standby.start();
      await poll(async () => (await where())?.isStandby === true);
      expect(reports.slice(1)).toEqual([null]);
    });

    it('serves no read of a request after one of the primary', async () => {
      const reads = engine.openReads?.();
      await administer('SELECT pg_wal_replay_pause()', standby.url());
      await engine.write((session) => session.run('UPDATE project SET name = name', []));
      expect(await where(reads?.read)).toEqual({ isStandby: false });
      expect(reads?.leaveStandby()).toBe(false);
      await administer('SELECT pg_wal_replay_resume()', standby.url());
      await poll(async () => (await where())?.isStandby === true);
      expect(await where(reads?.read)).toEqual({ isStandby: false });
      await engine.close();
    });

    it('is refused if it is no standby, or of another database or server', async () => {
      await expect(open(primary.url('culprit'))).rejects.toThrow(/^DATABASE_READ_URL names .* accepts writes\.$/);
      await expect(open(standby.url('postgres'))).rejects.toThrow(
        /and the database postgres, but DATABASE_URL names cul/,
      );
      const other = await startPostgres();
      await administer('CREATE DATABASE culprit', other.url());
      await other.stop();
      await other.becomeStandby();
      await other.start();
      await expect(open(other.url('culprit'))).rejects.toThrow(
        /is a standby of another server than the one of DATABASE_U/,
      );
      await other.dispose();
    });
  });
});
