import type { components } from '../../../generated/api';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type EventGrouping = components['schemas']['EventGrouping'];
type GroupingComponent = components['schemas']['GroupingComponent'];

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const update = (settings: object) => service.client.put(project.path, token).send(settings).expect(200);
const groupingOf = async (eventId: string) =>
  (await service.client.get(`${project.path}events/${eventId}/grouping-info/`, token).expect(200))
    .body as EventGrouping;

/** Returns the components of a kind, at any depth. */
function ofKind(root: GroupingComponent, id: GroupingComponent['id']): GroupingComponent[] {
  return [...(root.id === id ? [root] : []), ...root.values.flatMap((value) => ofKind(value, id))];
}

const FRAMES = [
  { module: 'shop.retry', function: 'call', in_app: true },
  { module: 'shop.cart', function: 'total', in_app: true },
  { module: 'django.db', function: 'execute', filename: 'site-packages/django/db.py', in_app: false },
  { module: 'sentry_sdk.integrations', function: 'wrap', in_app: true },
];
const EVENT = {
  platform: 'python',
  exception: { values: [{ type: 'ValueError', value: 'order 17 is gone', stacktrace: { frames: FRAMES } }] },
};

test('describes which values count, and by which rule others do not', async () => {
  await update({
    groupingConfig: 'simple:4',
    groupingEnhancements: '# wrappers\nmodule:shop.retry -group',
  });
  const eventId = await service.fixtures.event(project, EVENT);
  const info = await groupingOf(eventId);
  expect(info).toMatchObject({ eventID: eventId, grouping_config: 'simple:4', hashMismatch: false });
  expect(info.currentHash).toBe(info.hash);
  const { default: variant, fingerprint, secondary } = info.variants;
  expect([fingerprint, secondary]).toEqual([undefined, undefined]);
  expect(variant).toMatchObject({ type: 'component', hash: info.hash, contributes: true });
  expect(ofKind(variant.component, 'type')).toMatchObject([{ value: 'ValueError', contributes: true }]);
  expect(ofKind(variant.component, 'value')).toMatchObject([
    { name: 'order 17 is gone', value: 'order <value> is gone', contributes: false, reason: 'stackCounts' },
  ]);
  expect(ofKind(variant.component, 'frame')).toMatchObject([
    {
      name: 'shop.retry in call',
      reason: 'projectRule',
      rule: { source: 'groupingEnhancements', line: 2, text: 'module:shop.retry -group' },
    },
    { name: 'shop.cart in total', contributes: true, reason: null, hint: null },
    {
      reason: 'builtInRule',
      rule: { source: 'builtIn', line: null, text: expect.stringContaining('site-packages') as string },
    },
    { reason: 'builtInRule', rule: { source: 'builtIn', text: expect.stringContaining('sentry_sdk') as string } },
  ]);
});

test('a fingerprint of the client or of a rule takes precedence', async () => {
  const sent = await groupingOf(
    await service.fixtures.event(project, { ...EVENT, fingerprint: ['cart', '{{ error.type }}'] }),
  );
  expect(sent.variants.default).toMatchObject({ hash: null, contributes: false, component: { reason: 'fingerprint' } });
  expect(sent.variants.fingerprint).toMatchObject({
    type: 'custom-fingerprint',
    hash: sent.hash,
    component: { rule: null },
  });
  expect(sent.variants.fingerprint?.component.values).toMatchObject([
    { id: 'part', name: 'cart', value: 'cart' },
    { id: 'part', name: '{{ error.type }}', value: 'ValueError' },
  ]);

  await update({ fingerprintingRules: 'type:ValueError -> orders' });
  const ofRule = await groupingOf(await service.fixtures.event(project, EVENT));
  expect(ofRule.variants.fingerprint?.component.rule).toEqual({
    source: 'fingerprintingRules',
    line: 1,
    text: 'type:ValueError -> orders',
  });
});

test('says that the settings have changed since, and how the former algorithm groups', async () => {
  await update({ groupingConfig: 'simple:2' });
  const eventId = await service.fixtures.event(project, EVENT);
  const before = await groupingOf(eventId);
  const secondaryGroupingExpiry = Math.floor(Date.now() / 1000) + 3600;
  await update({ groupingConfig: 'simple:4', secondaryGroupingConfig: 'simple:2', secondaryGroupingExpiry });
  const after = await groupingOf(eventId);
  expect(after).toMatchObject({ hash: before.hash, hashMismatch: true, groupID: before.groupID });
  expect(after.currentHash).toBe(after.variants.default.hash);
  expect(after.variants.secondary).toMatchObject({ config: 'simple:2', hash: before.hash });
});

test('describes messages, and events without anything to compare', async () => {
  const message = await groupingOf(
    await service.fixtures.event(project, { message: 'took 17 ms', exception: undefined }),
  );
  expect(message.variants.default.component.values).toMatchObject([
    { id: 'message', name: 'took 17 ms', value: 'took <duration>', contributes: true },
  ]);
  const empty = await groupingOf(await service.fixtures.event(project, { platform: 'go', exception: undefined }));
  expect(empty.variants.default.component.values).toMatchObject([{ id: 'platform', value: 'go', contributes: true }]);
});

test('an unknown event is 404', async () => {
  const path = `${project.path}events/${'0'.repeat(32)}/grouping-info/`;
  expect((await service.client.get(path, token).expect(404)).body).toEqual({ detail: 'Event not found' });
});
