/** Tests which breaks a review lets pass, how a page lists many places, and where findings are written. */
import type { Finding } from '../../../scripts/review/findings';
import { lineOf } from '../../../scripts/review/findings';
import { readIntent } from '../../../scripts/review/intent';
import { print } from '../../../scripts/review/print';
import { type Draft, operation, parameters, review, schemas, update } from './mutate';

const CHANGELOG =
  '# Changes\n\n## 0.7.0\n\n- `storeEvent` and `listProjectEvents` have changed.\n\n## 0.6.0\n\n- `updateProject`.\n';

function judge(findings: readonly Finding[], versions: [string, string] = ['0.6.0', '0.7.0'], today = '2027-06-01') {
  return readIntent(findings, { versions, changelog: CHANGELOG, today });
}

const removeUpdate = (all: Draft) => void delete operation(all, 'updateProject')['requestBody'];
const removeStore = (all: Draft) => void delete operation(all, 'storeEvent')['requestBody'];

describe('a break', () => {
  test('passes if the version is a new one and its section names the operation', () => {
    expect(judge(review({ edit: removeStore }))).toEqual({
      isDeclared: true,
      sentence: 'This is on purpose: version 0.6.0 became 0.7.0, and openapi/CHANGELOG.md names all that breaks.',
    });
  });

  test.each<[string, (all: Draft) => void, [string, string], string]>([
    [
      'another section names it',
      removeUpdate,
      ['0.6.0', '0.7.0'],
      'If this is on purpose, write below "## 0.7.0" in openapi/CHANGELOG.md what callers of updateProject have to do.',
    ],
    [
      'only a part of it is named',
      (all) => void delete operation(all, 'storeEnvelope')['requestBody'],
      ['0.6.0', '0.7.0'],
      'If this is on purpose, write below "## 0.7.0" in openapi/CHANGELOG.md what callers of storeEnvelope have to do.',
    ],
    [
      'the webhook is not named',
      (all) => void operation(all, 'issueAlert')['parameters'].pop(),
      ['0.6.0', '0.7.0'],
      'If this is on purpose, write below "## 0.7.0" in openapi/CHANGELOG.md what callers of issueAlert have to do.',
    ],
    [
      'the version is the old one',
      removeStore,
      ['0.6.0', '0.6.1'],
      'If this is on purpose, raise info.version in openapi/openapi.yaml from 0.6.0 to 0.7.0.',
    ],
    [
      'only the second number of a stable version is raised',
      removeStore,
      ['1.2.0', '1.3.0'],
      'If this is on purpose, raise info.version in openapi/openapi.yaml from 1.2.0 to 2.0.0 and write below "## 2.0.0" in openapi/CHANGELOG.md what callers of storeEvent have to do.',
    ],
  ])('does not pass if %s', (_case, edit, versions, sentence) => {
    expect(judge(review({ edit }), versions)).toEqual({ isDeclared: false, sentence });
  });

  test('needs every operation named that a shared part reaches', () => {
    const edit = (all: Draft) => void (parameters(all).PerPage.schema.maximum = 50);
    expect(judge(review({ edit }))?.sentence).toBe(
      'If this is on purpose, write below "## 0.7.0" in openapi/CHANGELOG.md what callers of listTeamProjects have to do.',
    );
  });
});

test('a review without a break needs nothing', () => {
  expect(judge(review({ edit: (all) => void (update(all).owner = { type: 'string' }) }))).toBeUndefined();
});

describe('the removal of something deprecated', () => {
  const promise = { deprecated: true, 'x-deprecation': { version: '0.5.0', date: '2026-11-22', sunset: '2027-05-21' } };
  const KEEP = 'deprecated in 0.5.0 and promised until 2027-05-21. Keep it until then, and until version 0.7.0.';
  const parameter = {
    given: (all: Draft) => Object.assign(parameters(all).Full, promise),
    edit: (all: Draft) => {
      const list = operation(all, 'listProjectEvents')['parameters'] as { $ref: string }[];
      operation(all, 'listProjectEvents')['parameters'] = list.filter(({ $ref }) => !$ref.endsWith('/Full'));
    },
  };

  test('passes after its sunset and two minor versions', () => {
    expect(judge(review(parameter))).toMatchObject({ isDeclared: true });
  });

  test.each([
    ['before its sunset', ['0.6.0', '0.7.0'], '2027-05-20'],
    ['one minor version later', ['0.5.0', '0.6.0'], '2027-06-01'],
  ] as const)('does not pass %s', (_case, [before, after], today) => {
    const intent = judge(review(parameter), [before, after], today);
    expect(intent?.isDeclared).toBe(false);
    expect(intent?.sentence).toContain(`listProjectEvents, query parameter \`full\`: ${KEEP}`);
  });

  test.each<[string, Parameters<typeof review>[0], string]>([
    [
      'an operation',
      {
        given: (all) => Object.assign(operation(all, 'storeEvent'), promise),
        edit: (all) => void delete all['paths']['/api/{project_id}/store/'],
      },
      'storeEvent',
    ],
    [
      'a field',
      {
        given: (all) => Object.assign(schemas(all).EventReceipt.properties.id, promise),
        edit: (all) => Object.assign(schemas(all).EventReceipt, { properties: {}, required: [] }),
      },
      'storeEvent, reply 200, `id`',
    ],
    [
      'a header',
      {
        given: (all) => Object.assign(all['components'].headers.Link, promise),
        edit: (all) => void delete operation(all, 'listProjectEvents')['responses']['200'].headers.Link,
      },
      'listProjectEvents, reply 200, header `Link`',
    ],
  ])('counts for %s', (_what, change, place) => {
    expect(judge(review(change), ['0.6.0', '0.7.0'], '2026-12-01')?.sentence).toBe(`${place}: ${KEEP}`);
  });
});

test('a page lists six places and folds the others', () => {
  const findings = review({ edit: (all) => void (schemas(all).IngestErrorBody.properties.detail.type = 'integer') });
  const page = { against: 'main', findings, intent: undefined, folders: { before: '/nowhere', after: '/nowhere' } };
  const places = ['400', '401', '403', '408', '413', '415'].map(
    (status) => `storeEnvelope, reply ${status}, \`detail\``,
  );
  const what = 'Type changed from `string` to `integer`. ';
  expect(print(page, 'text')).toContain(
    `  ${what}A client may get values that it does not expect.\n    ${places.join('\n    ')}\n    and 12 more: storeEnvelope, storeEvent\n`,
  );
  const markdown = print(page, 'markdown');
  expect(markdown).toContain(`- ${what}*A client may get values that it does not expect.*\n  - ${places[0]}\n`);
  expect(markdown).toContain('<details><summary>12 more</summary>');
  expect(markdown.match(/`detail`/g)).toHaveLength(18);
});

test('a finding points to the line of the innermost key that the file has', () => {
  const text = [
    '# Schema',
    'type: object',
    'anyOf:',
    '  - type: string',
    '    maxLength: 5',
    "  - 'properties':",
    '      a:',
    '        type: string',
    '      type:',
    '        enum: [a, b]',
  ].join('\n');
  const lines = (
    ['anyOf/0/maxLength', 'anyOf/1/properties/type/enum/1', 'anyOf/1/properties/a/type', 'type', 'none', ''] as const
  ).map((keys) => lineOf(text, keys.split('/')));
  expect(lines).toEqual([5, 10, 8, 2, 1, 1]);
});
