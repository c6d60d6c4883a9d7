/** Runs jobs with the monitors of the unmodified command line, and reads what the service made of it. */
import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';
import { runSentryCli, SENTRY_CLI_VERSIONS } from '../support/sentryCli';

const service = useOwnService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

test.each(SENTRY_CLI_VERSIONS)(
  'sentry-cli %s monitors run reports the beginning and the end of a job',
  async (version) => {
    const { organization, slug, dsn } = project;
    const settings = { url: service.url, token, organization, project: slug, dsn };
    const run = (...args: string[]) => runSentryCli(version, settings, ['monitors', ...args]);
    const schedule = ['--schedule', '0 4 * * *', '--timezone', 'Europe/Berlin', '--check-in-margin', '5'];
    expect((await run('run', 'nightly', ...schedule, '--', 'true')).code).toBe(0);
    expect((await run('run', 'nightly', '-e', 'staging', '--', 'false')).code).not.toBe(0);
    const path = `/api/0/organizations/${organization}/monitors/nightly/`;
    expect((await service.client.get(path, token).expect(200)).body).toMatchObject({
      config: { schedule: '0 4 * * *', timezone: 'Europe/Berlin', checkin_margin: 5 },
    });
    expect((await service.client.get(`${path}checkins/`, token).expect(200)).body).toMatchObject([
      { status: 'error', environment: 'staging', dateInProgress: expect.any(String) },
      { status: 'ok', environment: 'production', dateInProgress: expect.any(String) },
    ]);
    expect((await run('list')).output).toContain('nightly');
  },
);
