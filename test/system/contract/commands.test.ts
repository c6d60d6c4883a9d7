/** The output and the exit codes of the commands for the contract. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findContractErrors } from '../../../scripts/contract/redocly';
import { reviewContract } from '../../../scripts/review/command';
import { ContractCopy } from '../../contract/copy';

const copy = new ContractCopy();

/** Returns the output of a review without the id of the commit. */
async function pageOf(...args: string[]): Promise<string> {
  const { page } = await reviewContract(copy.folder, args);
  return page.replace(/\b[0-9a-f]{7}\b/, 'COMMIT');
}

beforeAll(() => {
  copy.edit('openapi.yaml', /version: .*/, 'version: 0.4.2');
  writeFileSync(join(copy.folder, 'openapi', 'CHANGELOG.md'), '# Changes\n\n## 0.4.2\n\nThe first.\n');
  copy.git('init', '--quiet', '--initial-branch=main');
  copy.git('commit', '--quiet', '--allow-empty', '--message=begin');
  copy.git('tag', 'before-the-contract');
  copy.git('add', 'openapi');
  copy.git('commit', '--quiet', '--message=contract');
  copy.git('checkout', '--quiet', '-b', 'change');
});

afterEach(() => copy.git('checkout', '--quiet', '--', 'openapi'));
afterAll(() => copy.dispose());

describe('npm run contract:review', () => {
  test('lists breaks, safe additions and changes of prose, each with its file and line', () => {
    copy.edit('schemas/ProjectUpdate.yaml', 'maxLength: 200', 'maxLength: 111');
    copy.edit('schemas/Health.yaml', /description: .*/, 'description: How it is.');
    copy.edit('requestBodies/EnvelopeBody.yaml', /x-max-body-bytes: .*/, 'x-max-body-bytes: 419430400');
    copy.edit('schemas/ResolveAge.yaml', 'minimum: 0', 'minimum: 1');
    const { status, stdout, stderr } = copy.run('review.ts');
    expect(stderr).toBe('');
    expect(stdout.replace(/[0-9a-f]{7}/, 'COMMIT'))
      .toBe(`The contract, compared with COMMIT (where this branch left main)

Breaks clients (2)
  updateProject, request body, \`name\`: \`maxLength\` lowered from 200 to 111. Requests that were accepted may be refused.
    ${copy.find('schemas/ProjectUpdate.yaml', 'maxLength: 111')}
  \`minimum\` raised from 0 to 1. Requests that were accepted may be refused.
    updateProject, request body, \`resolveAge\`
    updateProject, request body, \`options.svc:resolve_age\`
    openapi/schemas/ResolveAge.yaml:2

Safe changes (1)
  storeEnvelope, request body: \`x-max-body-bytes\` raised from 209715200 to 419430400.
    ${copy.find('requestBodies/EnvelopeBody.yaml', 'x-max-body-bytes')}

Documentation only (1)
  schema Health: Reads differently: \`description\`.
    openapi/schemas/Health.yaml:1

If this is on purpose, raise info.version in openapi/openapi.yaml from 0.4.2 to 0.5.0 and write below "## 0.5.0" in openapi/CHANGELOG.md what callers of updateProject have to do.
`);
    expect(status).toBe(1);
  });

  test('accepts a break that the change log names, and formats the review for a pull request', async () => {
    copy.edit('operations/events/listProjectEvents.yaml', 'bearer: [project:read]', 'bearer: [event:read]');
    copy.edit('openapi.yaml', 'version: 0.4.2', 'version: 0.5.0');
    copy.edit('CHANGELOG.md', '## 0.4.2', '## 0.5.0\n\n- `listProjects` has changed.\n\n## 0.4.2');
    expect(await reviewContract(copy.folder, [])).toMatchObject({
      isAccepted: false,
      page: expect.stringContaining(
        'If this is on purpose, write below "## 0.5.0" in openapi/CHANGELOG.md what callers of listProjectEvents have to do.',
      ),
    });
    copy.edit('CHANGELOG.md', '`listProjects` has changed', '`listProjectEvents` asks for `event:read`');
    expect(await reviewContract(copy.folder, [])).toMatchObject({ isAccepted: true });
    const place = copy.find('operations/events/listProjectEvents.yaml', 'security:');
    expect(await pageOf('--base', 'main', '--format', 'markdown')).toBe(`<!-- culprit contract review -->
## Contract review

Compared with main (COMMIT).

### Breaks clients (1)

- **listProjectEvents**: No longer accepted: \`project:read\`. *Callers that do not have \`event:read\` or \`session\` with \`project:read\` are refused.* <sub>${place}</sub>

### Safe changes (1)

- **listProjectEvents**: Accepted too: \`event:read\`. <sub>${place}</sub>

This is on purpose: version 0.4.2 became 0.5.0, and openapi/CHANGELOG.md names all that breaks.
`);
  });

  test('compares with the commit, not with uncommitted files', async () => {
    expect(await pageOf('--base', 'HEAD', '--format', 'markdown')).toBe(
      '<!-- culprit contract review -->\n## Contract review\n\nCompared with HEAD (COMMIT).\n\nNothing changed for clients.\n',
    );
  });

  test.each([
    ['an unknown base', ['--base', 'v9'], "There is no commit 'v9' to compare with."],
    ['a base like an option', ['--base=--all'], "There is no commit '--all' to compare with."],
    [
      'a base before the contract',
      ['--base', 'before-the-contract'],
      /^There is no openapi\/ in before-the-contract \([0-9a-f]{7}\) to compare with\.$/,
    ],
    [
      'an unknown option',
      ['--onto', 'main'],
      /^Unknown option '--onto'.*Options are --base <commit> and --format text or markdown\.$/,
    ],
    [
      'an unknown format',
      ['--format', 'pdf'],
      "There is no format 'pdf'. Options are --base <commit> and --format text or markdown.",
    ],
  ])('rejects %s', async (_name, args, sentence) => {
    await expect(reviewContract(copy.folder, args)).rejects.toThrow(sentence);
  });

  test('reports a missing branch main on standard error with exit code 1', () => {
    copy.git('branch', '--move', 'main', 'trunk');
    const review = copy.run('review.ts');
    copy.git('branch', '--move', 'trunk', 'main');
    expect(review).toEqual({
      status: 1,
      stdout: '',
      stderr: "There is no branch 'main' to compare with; name a base with --base.\n",
    });
  });
});

describe('a contract that cannot be read', () => {
  test.each<[string, () => void, () => string]>([
    [
      'a file that does not parse',
      () => copy.edit('schemas/Health.yaml', /^required:/m, '   odd:'),
      () => `${copy.find('schemas/Health.yaml', 'odd')}:7: Bad indentation of a mapping entry.`,
    ],
    [
      'a root file that does not parse',
      () => copy.edit('openapi.yaml', 'title: Culprit', 'title: Culprit: it'),
      () => `${copy.find('openapi.yaml', 'title: Culprit: it')}:17: Bad indentation of a mapping entry.`,
    ],
    [
      'a $ref to no file',
      () => copy.edit('operations/teams/listTeamProjects.yaml', 'parameters/PerPage.yaml', 'parameters/Size.yaml'),
      () =>
        `${copy.find('operations/teams/listTeamProjects.yaml', 'Size')}:5: This $ref leads to openapi/parameters/Size.yaml, which does not exist.`,
    ],
    [
      'a $ref into nothing',
      () => copy.edit('responses/NotFound.yaml', 'schemas/ErrorBody.yaml', 'schemas/ErrorBody.yaml#/nothing'),
      () => `${copy.find('responses/NotFound.yaml', 'ErrorBody')}:7: This $ref leads nowhere.`,
    ],
  ])('is reported with file, line and one sentence: %s', async (_name, spoil, sentence) => {
    spoil();
    expect(await findContractErrors(copy.folder)).toEqual([sentence()]);
  });

  test.each(['review.ts', 'generate.ts'])('ends %s with that sentence and exit code 1', (script) => {
    copy.edit('examples/error.cursor.yaml', 'value:', 'value: :');
    const stderr = `${copy.find('examples/error.cursor.yaml', 'value:')}:8: Bad indentation of a mapping entry.\n`;
    expect(copy.run(script)).toEqual({ status: 1, stdout: '', stderr });
  });

  test('is reported with the base that contains it', async () => {
    copy.git('checkout', '--quiet', '-b', 'broken');
    copy.edit('responses/NotFound.yaml', 'schemas/ErrorBody.yaml', 'schemas/Gone.yaml');
    copy.git('commit', '--quiet', '--all', '--message=broken');
    copy.git('checkout', '--quiet', 'change');
    await expect(reviewContract(copy.folder, ['--base', 'broken'])).rejects.toThrow(
      /^In broken \([0-9a-f]{7}\): openapi\/responses\/NotFound\.yaml:\d+:\d+: This \$ref leads to openapi\/schemas\/Gone\.yaml, which does not exist\.$/,
    );
  });
});

test('npm run generate -- --check names a file that was edited by hand', () => {
  writeFileSync(join(copy.folder, 'generated', 'api.ts'), '');
  const { status, stderr } = copy.run('generate.ts', '--check');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^generated\/.*api\.ts do(es)? not match openapi\/: run `npm run generate`\.\n$/);
});
