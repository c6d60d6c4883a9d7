import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';
import { runSentryCli, SENTRY_CLI_VERSIONS, type SentryCliOutcome } from '../support/sentryCli';

const service = useOwnService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization, { scopes: ['event:read', 'event:write'] });
});

const send = (name: string, more: object = {}) =>
  service.fixtures.event(project, {
    fingerprint: [name],
    exception: { values: [{ type: 'Error', value: name }] },
    ...more,
  });

/** Returns the rows of a table as cells, without its head. */
function rowsOf({ output }: SentryCliOutcome): string[][] {
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(1);
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe.each(SENTRY_CLI_VERSIONS)('sentry-cli %s issues', (version) => {
  const run = (...args: string[]) =>
    runSentryCli(version, { url: service.url, token, organization: project.organization, project: project.slug }, [
      'issues',
      ...args,
    ]);

  /** Returns the statuses of issues by title. */
  async function statuses(): Promise<Record<string, string | undefined>> {
    return Object.fromEntries(
      rowsOf(await run('list')).map(([, , title = '', , status]) => [title.replace('Error: ', ''), status]),
    );
  }

  async function idOf(name: string): Promise<string> {
    return rowsOf(await run('list', '--query', name))[0]?.[0] ?? '';
  }

  it('list shows all issues, or those that a search finds', async () => {
    await send('apple');
    await send('banana', { level: 'warning' });
    const all = await run('list');
    expect(all.code).toBe(0);
    expect(
      rowsOf(all)
        .map(([, shortId, title, , status, level]) => [shortId, title, status, level])
        .sort(),
    ).toEqual([
      [`${project.slug.toUpperCase()}-1`, 'Error: apple', 'unresolved', 'error'],
      [`${project.slug.toUpperCase()}-2`, 'Error: banana', 'unresolved', 'warning'],
    ]);
    expect(rowsOf(await run('list', '--query', 'is:unresolved level:warning')).map(([, , title]) => title)).toEqual([
      'Error: banana',
    ]);
  });

  it('list shows all pages', async () => {
    await service.app.database.write(async ({ issues }) => {
      const shared = { culprit: null, type: 'error', level: 'error', platform: 'node', timesSeen: 1 } as const;
      await issues.insert(
        project.id,
        Array.from({ length: 230 }, (_, at) => ({
          ...shared,
          title: `x${at}`,
          hash: `${project.id}-${at}`,
          firstSeen: at,
          lastSeen: at,
        })),
      );
    });
    expect(rowsOf(await run('list')).map(([, , title]) => title)).toEqual(
      Array.from({ length: 230 }, (_, at) => `x${229 - at}`),
    );
  });

  it('resolve, mute and unresolve change the named issues', async () => {
    await send('apple');
    await send('banana');
    const [apple, banana] = [await idOf('apple'), await idOf('banana')];
    expect(await run('resolve', '-i', apple)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Updated matching issues') as string,
    });
    expect(await run('mute', '-i', banana)).toMatchObject({ code: 0 });
    expect(await statuses()).toEqual({ apple: 'resolved', banana: 'ignored' });
    expect(await run('unresolve', '-i', apple, '-i', banana)).toMatchObject({ code: 0 });
    expect(await statuses()).toEqual({ apple: 'unresolved', banana: 'unresolved' });
  });

  it('resolve and unresolve change all issues, or those with a status', async () => {
    for (const name of ['apple', 'banana', 'cherry']) await send(name);
    await run('mute', '-i', await idOf('apple'));
    expect(await run('resolve', '--status', 'unresolved')).toMatchObject({ code: 0 });
    expect(await statuses()).toEqual({ apple: 'ignored', banana: 'resolved', cherry: 'resolved' });
    expect(await run('unresolve', '--status', 'muted')).toMatchObject({ code: 0 });
    expect(await statuses()).toEqual({ apple: 'unresolved', banana: 'resolved', cherry: 'resolved' });
    expect(await run('resolve', '--all')).toMatchObject({ code: 0 });
    expect(await statuses()).toEqual({ apple: 'resolved', banana: 'resolved', cherry: 'resolved' });
  });

  it('resolve resolves in the next release, and list shows the error of an invalid search', async () => {
    await send('apple');
    expect(await run('resolve', '--next-release', '-i', await idOf('apple'))).toMatchObject({ code: 0 });
    expect(await statuses()).toEqual({ apple: 'resolved' });
    expect(await run('list', '--query', 'assigned:kim')).toMatchObject({
      code: 1,
      output: expect.stringContaining('is invalid at character') as string,
    });
  });
});
