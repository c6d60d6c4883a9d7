import type { components } from '../../../generated/api';
import { regroupStoredEvent } from '../../../src/ingest/resolveStoredEvent';
import { compileUncached } from '../../../src/ingest/settingsCache';
import { PreviewGroupingJob } from '../../../src/jobs/storedEvents';
import type { ProjectFixture } from '../../support/fixtures';
import { runUntilIdle } from '../../support/jobs';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const path = () => `${project.path}grouping-preview/`;
const preview = async (draft: object) => {
  await service.client.post(path(), token).send(draft).expect(201);
  const regroup: ConstructorParameters<typeof PreviewGroupingJob>[0]['regroup'] = (row, of) =>
    regroupStoredEvent(row, of, compileUncached);
  await runUntilIdle(new PreviewGroupingJob({ database: service.app.database, regroup }));
  return (await service.client.get(path(), token).expect(200)).body as components['schemas']['GroupingPreview'];
};
const send = (type: string, value: string) =>
  service.fixtures.event(project, { exception: { values: [{ type, value }] } });

test('issues would join by a fingerprint, and split by a tag; others stay', async () => {
  const [one, other] = [await send('TypeError', 'a'), await send('TypeError', 'b')];
  await send('RangeError', 'a');
  const joined = await preview({ fingerprintingRules: 'type:TypeError -> type-error' });
  expect(joined).toMatchObject({ status: 'done', eventsRead: 3, issues: { stay: 1, split: 0, join: 2 } });
  const shortIds = joined.changes.map(({ shortId }) => shortId);
  expect(joined.changes).toMatchObject(
    [other, one].map((exampleEvent, index) => ({
      title: `TypeError: ${index === 0 ? 'b' : 'a'}`,
      outcome: 'join',
      events: 1,
      groups: [{ events: 1, exampleEvent, joins: [shortIds[1 - index]] }],
    })),
  );

  await service.client.put(project.path, token).send({ fingerprintingRules: 'type:* -> all' }).expect(200);
  await send('TypeError', 'c');
  await send('RangeError', 'd');
  const split = await preview({ fingerprintingRules: 'type:* -> all, {{ type }}' });
  const [change] = split.changes.filter(({ outcome }) => outcome === 'split');
  expect(change).toMatchObject({ events: 2, groups: [{ events: 1 }, { events: 1 }] });
});

test('an unchanged draft changes nothing, and a new one replaces the former preview', async () => {
  await send('TypeError', 'a');
  const unchanged = await preview({});
  expect(unchanged).toMatchObject({ issues: { stay: 1, split: 0, join: 0 }, changes: [] });
  const next = await preview({ groupingConfig: 'simple:2' });
  expect(next.id).not.toBe(unchanged.id);
  expect(next.settings.groupingConfig).toBe('simple:2');
});

test('neither settings nor issues change', async () => {
  const eventId = await send('TypeError', 'a');
  const before = (await service.client.get(project.path, token).expect(200)).body as object;
  await preview({ fingerprintingRules: 'type:TypeError -> other', groupingEnhancements: 'module:x -app' });
  expect((await service.client.get(project.path, token).expect(200)).body).toEqual(before);
  const info = (await service.client.get(`${project.path}events/${eventId}/grouping-info/`, token).expect(200))
    .body as components['schemas']['EventGrouping'];
  expect(info.hashMismatch).toBe(false);
});

test('refuses lines that are no rules, and unknown fields', async () => {
  const body = { fingerprintingRules: 'x', groupingEnhancements: '\nmodule:x' };
  const { body: errors } = await service.client.post(path(), token).send(body).expect(400);
  expect(errors).toEqual({
    fingerprintingRules: [expect.stringMatching(/^line 1: /)],
    groupingEnhancements: [expect.stringMatching(/^line 2: /)],
  });
  await service.client.post(path(), token).send({ slug: 'x' }).expect(400);
  await service.client.get(path(), token).expect(404);
});
