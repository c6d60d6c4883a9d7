import document from '../../../generated/openapi.json';
import type { components } from '../../../generated/api';
import {
  type TemplateValues,
  renderTemplate,
  TEMPLATE_NAMES,
  templateErrors,
} from '../../../src/presenters/alertTemplate';
import { useService } from '../../support/service';

const service = useService();
const preview = async (template: string, status: 200 | 400) => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const { body } = await service.client
    .post(`${project.path}rules/preview-template/`, token)
    .send({ template })
    .expect(status);
  return body as Record<string, unknown>;
};

test('returns what a webhook would receive about a test', async () => {
  const { body } = await preview('{"a": ["{{ issue.title }}!", {"b": 1}], "n": "{{issue.timesSeen}}"}', 200);
  expect(JSON.parse(String(body))).toEqual({ a: ['Test alert of Culprit!', { b: 1 }], n: 1 });
});

test('refuses a template that is not JSON, or has unknown names, and says which there are', async () => {
  expect(await preview('{{issue.title}}', 400)).toEqual({
    template: ['Not a JSON object or list. Placeholders are in texts: {"title": "{{issue.title}}"}.'],
  });
  const { template } = await preview('{"a": "{{issue.titel}} {{constructor}}"}', 400);
  expect(template).toEqual([
    `There is no {{issue.titel}}, {{constructor}}. There are ${TEMPLATE_NAMES.join(', ')}, and event.tags. with the key of a tag.`,
  ]);
});

type Schema = {
  readonly properties?: Record<string, object>;
  readonly $ref?: string;
  readonly oneOf?: readonly object[];
};
const schemas = document.components.schemas as unknown as Record<string, Schema>;

/** Returns the names of the values in a schema. */
function leaves(schema: Schema, path = ''): string[] {
  const { $ref, oneOf, properties } = schema;
  const other = $ref ?? (oneOf?.[0] as Schema | undefined)?.$ref;
  if (other !== undefined) return leaves(schemas[other.split('/').at(-1) ?? ''] ?? {}, path);
  if (properties === undefined) return 'items' in schema ? [] : [path];
  return Object.entries(properties).flatMap(([name, one]) =>
    leaves(one as Schema, path === '' ? name : `${path}.${name}`),
  );
}

test('knows each value of the contract that is not a list', () => {
  const named = ['WebhookAlert', 'WebhookCrashFreeAlert'].flatMap((name) => leaves(schemas[name] ?? {}));
  expect([...TEMPLATE_NAMES].toSorted()).toEqual([...new Set(named)].toSorted());
});

const HOSTILE = 'a", "admin": true, "x": "\\\n{{project.name}}\u2028';
const values = {
  issue: { title: HOSTILE, culprit: null, timesSeen: 7 },
  event: { tags: [{ key: 'environment', value: 'x'.repeat(2_000) }] },
  project: { name: 'Shop' },
} as unknown as components['schemas']['WebhookAlert'] satisfies TemplateValues;

test.each([
  ['{"t": "{{issue.title}}"}', { t: HOSTILE }],
  [
    '{"t": "<{{issue.title}}>", "__proto__": {"p": "{{issue.culprit}}"}}',
    JSON.parse(`{"t": ${JSON.stringify(`<${HOSTILE}>`)}, "__proto__": {"p": ""}}`),
  ],
  [
    '["{{issue.timesSeen}}", "{{issue.timesSeen}} times", "{{feedback.name}}", "{{event.tags.none}}"]',
    [7, '7 times', '', ''],
  ],
  ['["{{event.tags.environment}}"]', [`${'x'.repeat(997)}...`]],
])('puts values into texts and nowhere else: %s', (template, expected) => {
  expect(templateErrors(template)).toEqual([]);
  expect(JSON.parse(JSON.stringify(renderTemplate(template, values)))).toEqual(expected);
});

test.each([
  ['"{{issue.title}}"', 'Not a JSON object'],
  ['{"{{issue.title}}": 1}', 'not in the names of members'],
  [`${'['.repeat(21)}1${']'.repeat(21)}`, 'more than 20 levels'],
  [JSON.stringify(Array(51).fill('{{issue.id}}')), 'no more than 50 placeholders'],
  ['["{{event.tags.}}"]', 'There is no {{event.tags.}}.'],
])('refuses %s', (template, error) => {
  expect(templateErrors(template).join(' ')).toContain(error);
});
