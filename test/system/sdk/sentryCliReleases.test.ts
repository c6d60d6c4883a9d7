import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { ReleaseFixture } from '../../support/releaseFixture';
import { runSentryCli, SENTRY_CLI_VERSIONS, type SentryCliOutcome } from '../support/sentryCli';

/* The output of the unmodified program, and the replies of the service afterwards. */

type Json = Record<string, unknown>;

let fixture: ReleaseFixture;
let checkout: TemporaryDirectory;

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: checkout.path, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commit(message: string, file: string): string {
  writeFileSync(join(checkout.path, file), message);
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
  return git('rev-parse', 'HEAD');
}

describe.each(SENTRY_CLI_VERSIONS)('sentry-cli %s', (program) => {
  const release = `shop@${program}`;

  beforeAll(async () => {
    fixture = await ReleaseFixture.open();
    checkout = await makeTemporaryDirectory();
    git('init', '--quiet');
    git('config', 'user.name', 'Ann');
    git('config', 'user.email', 'ann@acme.test');
    git('remote', 'add', 'origin', 'https://git.acme.test/acme/shop.git');
    commit('First', 'cart.js');
  });
  afterAll(async () => {
    await fixture.close();
    await checkout.dispose();
  });

  const run = (...args: string[]): Promise<SentryCliOutcome> => {
    const { service, token, organization } = fixture;
    return runSentryCli(
      program,
      { url: service.url, token, organization, project: 'shop', directory: checkout.path },
      args,
    );
  };
  const succeed = async (...args: string[]): Promise<string> => {
    const { code, output } = await run(...args);
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    return output;
  };

  test('info shows the member and the scopes', async () => {
    const output = await succeed('info');
    expect(output).toContain('User: ann@acme.test');
    expect(output).toContain('- project:releases');
  });

  test('organizations list shows the organization of the token', async () => {
    expect(await succeed('organizations', 'list')).toMatch(
      new RegExp(`\\| ${fixture.organization} +\\| ${fixture.organization} +\\|`),
    );
  });

  test('projects list shows the projects, each with its team', async () => {
    const output = await succeed('projects', 'list');
    for (const { id, slug } of [fixture.shop, fixture.blog])
      expect(output).toMatch(new RegExp(`\\| ${id} +\\| ${slug} +\\| team-[0-9]+ +\\|`));
  });

  test('repos list shows none', async () => {
    expect(await succeed('repos', 'list')).toContain('No repos found');
  });

  test('releases new creates a release, and updates it when called again', async () => {
    expect(await succeed('releases', 'new', release, '--url', 'https://acme.test/1')).toContain(
      `Created release ${release}`,
    );
    expect(await fixture.show(release)).toMatchObject({
      url: 'https://acme.test/1',
      dateStarted: expect.any(String),
      dateReleased: null,
      projects: [{ slug: 'shop' }],
    });
    await succeed('releases', 'new', release, '--project', 'shop', '--project', fixture.blog.id);
    expect(await fixture.show(release)).toMatchObject({
      url: 'https://acme.test/1',
      projects: [{ slug: 'blog' }, { slug: 'shop' }],
    });
  });

  test('releases list and info show an unreleased release', async () => {
    expect(await succeed('releases', 'list')).toMatch(new RegExp(`\\(unreleased\\) +\\| ${release} `));
    expect(await succeed('releases', 'info', release, '--show-projects')).toMatch(
      new RegExp(`\\| ${release} +\\| .* UTC \\| blog +\\|\\n\\| +\\| +\\| shop `),
    );
  });

  test('releases set-commits --auto sets the commits of the checkout', async () => {
    const head = commit(`Change for ${program}`, 'cart.js');
    expect(await succeed('releases', 'set-commits', release, '--auto')).toContain(
      `Success! Set commits for release ${release}`,
    );
    expect(await fixture.show(release)).toMatchObject({
      commitCount: Number(git('rev-list', '--count', 'HEAD')),
      authors: [{ name: 'Ann', email: 'ann@acme.test' }],
      lastCommit: { id: head, repository: 'origin', message: `Change for ${program}` },
    });
    const [first] = (await fixture.get(fixture.path(`${release}/commits/`)).expect(200)).body as Json[];
    expect(first).toMatchObject({ id: head, patchSet: [{ path: 'cart.js', type: 'M' }] });
    expect(await succeed('releases', 'info', release, '--show-commits')).toContain(head);
  });

  test('releases set-commits --auto begins behind the previous release', async () => {
    const head = commit(`Next change for ${program}`, 'next.js');
    await succeed('releases', 'set-commits', `${release}-next`, '--auto');
    expect(await fixture.show(`${release}-next`)).toMatchObject({ commitCount: 1, lastCommit: { id: head } });
    expect(await succeed('releases', 'set-commits', `${release}-idle`, '--auto', '--ignore-empty')).toContain(
      'No commits found',
    );
  });

  test('releases finalize sets the release date', async () => {
    expect(await succeed('releases', 'finalize', release)).toContain(`Finalized release ${release}`);
    expect((await fixture.show(release))['dateReleased']).toEqual(expect.any(String));
    expect((await fixture.project('shop'))['latestRelease']).toEqual({ version: release });
    expect(await succeed('releases', 'list')).toMatch(new RegExp(`ago +\\| ${release} `));
  });

  test('releases list shows the new issues and the last event of a release', async () => {
    await fixture.service.fixtures.event(fixture.shop, {
      release,
      message: `only ${program}`,
      exception: { values: [{ type: `E${program}`, value: program }] },
    });
    expect((await succeed('releases', 'list')).split('\n').find((line) => line.includes(`${release} `))).toMatch(
      /\| 1 +\| [0-9]+ seconds ago/,
    );
  });

  test('deploys new and list record deploys', async () => {
    expect(await succeed('deploys', 'new', '--release', release, '--env', 'production')).toContain(
      "Created new deploy unnamed for 'production'",
    );
    await succeed(
      'deploys',
      'new',
      '--release',
      release,
      '--env',
      'qa',
      '--name',
      'seven',
      '--url',
      'https://ci.acme.test/7',
      '--time',
      '60',
    );
    const output = await succeed('deploys', 'list', '--release', release);
    expect(output).toMatch(/\| production +\| unnamed \|/);
    expect(output).toMatch(/\| qa +\| seven +\|/);
    const [, qa] = ((await fixture.get(fixture.path(`${release}/deploys/`)).expect(200)).body as Json[]).toSorted(
      (a, b) => Number(a['id']) - Number(b['id']),
    );
    expect(qa).toMatchObject({ url: 'https://ci.acme.test/7' });
    expect(Date.parse(String(qa?.['dateFinished'])) - Date.parse(String(qa?.['dateStarted']))).toBe(60_000);
    expect(await fixture.project('shop')).toMatchObject({
      latestDeploys: { production: { version: release }, qa: { version: release } },
      environments: expect.arrayContaining(['production', 'qa']),
    });
  });

  test('releases archive and restore set the status', async () => {
    expect(await succeed('releases', 'archive', release)).toContain(`Archived release ${release}`);
    expect(await fixture.show(release)).toMatchObject({
      status: 'archived',
      projects: [{ slug: 'blog' }, { slug: 'shop' }],
    });
    expect(await succeed('releases', 'restore', release)).toContain(`Restored release ${release}`);
    expect(await fixture.show(release)).toMatchObject({ status: 'open' });
  });

  test('releases delete deletes a release, and does nothing the second time', async () => {
    expect(await succeed('releases', 'delete', release)).toContain(`Deleted release ${release}!`);
    await fixture.get(fixture.path(`${release}/`)).expect(404);
    expect(await succeed('releases', 'delete', release)).toContain('Did nothing');
  });

  test('commands for an unknown release fail with an error message', async () => {
    expect(await run('releases', 'info', 'nix')).toEqual({ code: 1, output: '' });
    for (const args of [
      ['releases', 'finalize', 'nix'],
      ['deploys', 'list', '--release', 'nix'],
      ['deploys', 'new', '--release', 'nix', '--env', 'qa'],
    ]) {
      expect(await run(...args)).toEqual({ code: 1, output: expect.stringContaining('Release not found') });
    }
  });

  test('errors of the service are shown with the invalid value', async () => {
    expect(await run('releases', 'new', 'latest')).toEqual({
      code: 1,
      output: expect.stringContaining('This version is reserved'),
    });
    expect(await run('releases', 'new', 'v1', '--project', 'shop', '--project', 'shpo')).toEqual({
      code: 1,
      output: expect.stringContaining('shpo'),
    });
  });

  test('a missing scope is shown as an error', async () => {
    const token = await fixture.service.fixtures.token(fixture.organization, { scopes: ['project:read'] });
    const settings = { url: fixture.service.url, token, organization: fixture.organization, project: 'shop' };
    expect(await runSentryCli(program, settings, ['releases', 'new', 'v1'])).toEqual({
      code: 1,
      output: expect.stringContaining('You do not have permission to perform this action.'),
    });
  });

  test('a list with several pages is shown completely', async () => {
    const { fixtures } = fixture.service;
    const { organization, slug } = await fixtures.team();
    for (let index = 0; index < 101; index += 1)
      await fixtures.project({ organization, team: slug, slug: `p-${index}` });
    const settings = { url: fixture.service.url, token: await fixtures.token(organization), organization };
    const { output } = await runSentryCli(program, settings, ['projects', 'list']);
    expect(output.match(/\| p-[0-9]+ +\| team/g)).toHaveLength(101);
  });
});
