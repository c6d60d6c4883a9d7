import document from '../../generated/openapi.json';
import { changedFields, draftOf, type FieldSchema, valueOf } from '../../src/console/components/schemaValues';
import {
  ALIASES,
  findSettings,
  GROUP_NAMES,
  savedSettings,
  type SettingDrafts,
  settingErrors,
  settingParts,
  settingSchema,
  updateOf,
} from '../../src/console/pages/projects/settingFields';
import { outcomeSeries } from '../../src/console/pages/projects/outcomeSeries';
import { de } from '../../src/console/texts/de/projectSettings';
import { en } from '../../src/console/texts/en/projectSettings';
import { slugOf } from '../../src/console/pages/projects/projectSlug';
import { curlOf, snippetOf } from '../../src/console/pages/projects/snippets';

const { ProjectUpdate, ProjectOptionsUpdate, Platform } = document.components.schemas;
const DSN = 'https://0123456789abcdef0123456789abcdef@errors.example.com/7';

describe('the settings of a project', () => {
  test('have every field and option of updateProject exactly once', () => {
    const fields = Object.keys(ProjectUpdate.properties).filter((name) => name !== 'options');
    const options = Object.keys(ProjectOptionsUpdate.properties);
    const shown = GROUP_NAMES.flatMap((group) => settingParts(en.settings, group)).flatMap((part) => part.fields);
    const fieldNames: string[] = [...shown.map(({ name }) => name), ...ALIASES];
    expect(fieldNames.toSorted()).toEqual([...fields, ...options].toSorted());
  });

  test('leave out only the options that the contract calls the same as a field', () => {
    const same = Object.entries<{ description?: string }>(ProjectOptionsUpdate.properties)
      .filter(([, { description }]) => description?.startsWith('Same as'))
      .map(([name]) => name);
    expect([...ALIASES].toSorted()).toEqual(same.toSorted());
  });

  test.each<[string, FieldSchema, unknown, unknown]>([
    ['a switch', { type: 'boolean' }, true, true],
    ['a number', { type: 'integer' }, 24, '24'],
    ['no number', { type: ['integer', 'null'] }, null, ''],
    ['a list', { type: 'array', items: { type: 'string' } }, ['a', 'b'], 'a\nb'],
    ['a rate limit', { type: ['object', 'null'] }, { count: 5, window: 60 }, { count: '5', window: '60' }],
    ['no rate limit', { type: ['object', 'null'] }, null, { count: '', window: '' }],
    ['a text', { type: 'string' }, 'a', 'a'],
    ['no text', { type: ['string', 'null'] }, null, ''],
  ])('%s is written into its control and read from it', (_, schema, value, draft) => {
    expect(draftOf(schema, value)).toEqual(draft);
    expect(valueOf(schema, draftOf(schema, value))).toEqual(value);
  });

  test('are sent as far as they differ, options apart', () => {
    const schema = settingSchema({
      properties: {
        allowedDomains: { type: 'array' },
        options: {
          properties: { 'filters:releases': { type: 'string' }, 'filters:chunk-load-error': { type: 'boolean' } },
        },
      },
    });
    const project = {
      allowedDomains: ['*'],
      options: { 'filters:releases': '', 'filters:chunk-load-error': false },
    } as Parameters<typeof savedSettings>[2];
    const drafts: SettingDrafts = {
      allowedDomains: 'a.example\n\n b.example ',
      'filters:releases': '1.*',
      'filters:chunk-load-error': false,
    };
    const filters = ['allowedDomains', 'filters:releases', 'filters:chunk-load-error'] as const;
    const saved = savedSettings(schema, filters, project);
    const names = changedFields(schema, filters, drafts, saved);
    expect(names).toEqual(['allowedDomains', 'filters:releases']);
    expect(updateOf(schema, names, drafts)).toEqual({
      allowedDomains: ['a.example', 'b.example'],
      options: { 'filters:releases': '1.*' },
    });
  });
});

test.each([
  [en.settings, 'sensitive FIELDS', ['dataScrubberDefaults', 'sensitiveFields']],
  [en.settings, 'oldest', ['retentionEvents']],
  [en.settings, 'spike', ['quotas:spike-protection-disabled']],
  [de.settings, 'älteste', ['retentionEvents']],
  [en.settings, 'no such words', []],
])('settings are found by the words of their label and help: %#', (texts, search, names) => {
  const found = findSettings(texts, search).flatMap(({ fields }) => fields);
  expect(found.map(({ name }) => name)).toEqual(names);
});

test('the errors of options stand at their fields', () => {
  const messages = {
    name: ['Too long.'],
    options: ['filters:releases: Not a text: 1', 'svc:token: No.', 'No object.'],
  };
  expect(settingErrors(messages)).toEqual({
    name: ['Too long.'],
    'filters:releases': ['Not a text: 1'],
    'svc:token': ['No.'],
    'No object.': [''],
  });
});

test.each([
  ['Café & Shop', 'cafe-shop'],
  ['  web_2 ', 'web_2'],
  ['42', 'project-42'],
  ['日本', ''],
])('the slug of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

describe('the instructions of a platform', () => {
  test('contain the DSN', () => {
    const snippets = Platform.enum.map((platform) => snippetOf(platform, DSN)).filter((snippet) => snippet !== null);
    expect(snippets.length).toBeGreaterThan(60);
    for (const { install, code } of snippets) {
      expect(install).not.toBe('');
      expect(code).toContain(DSN);
    }
  });

  test('are those of its language if the framework has none, and null where that would mislead', () => {
    expect(snippetOf('node-koa', DSN)).toEqual(snippetOf('node', DSN));
    expect(snippetOf('apple-ios', DSN)).toEqual(snippetOf('apple', DSN));
    expect(snippetOf('javascript-ember', DSN)).toBeNull();
    expect(snippetOf('constructor', DSN)).toBeNull();
    expect(snippetOf(null, DSN)).toBeNull();
  });

  test('have a command with the address of the project', () => {
    expect(curlOf(DSN)).toContain(
      "'https://errors.example.com/api/7/store/?sentry_key=0123456789abcdef0123456789abcdef'",
    );
  });
});

test('outcomes are counted by interval; what is no event is left out', () => {
  const group = (outcome: string, category: string, series: number[]) => ({
    by: { outcome, reason: null, category },
    totals: { 'sum(quantity)': series.reduce((sum, count) => sum + count, 0) },
    series: { 'sum(quantity)': series },
  });
  const outcomes = {
    intervals: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
    groups: [
      group('accepted', 'error', [1, 2]),
      group('accepted', 'default', [3, 0]),
      group('invalid', 'session', [9, 9]),
    ],
  } as unknown as Parameters<typeof outcomeSeries>[0];
  const { series, totals } = outcomeSeries(outcomes, { accepted: 'A', filtered: 'F', rate_limited: 'R', invalid: 'I' });
  expect(totals).toEqual({ accepted: 4 + 2, filtered: 0, rate_limited: 0, invalid: 0 });
  expect(series[0]?.points.map(([, count]) => count)).toEqual([4, 2]);
});
