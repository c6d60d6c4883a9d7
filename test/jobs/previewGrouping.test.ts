import { compressEventBody } from '../../src/compression/eventBody';
import type { GroupingPreview, GroupingRules } from '../../src/domain/groupingPreview';
import type { Project } from '../../src/domain/project';
import { groupAndDescribe } from '../../src/ingest/processEvent';
import { regroupStoredEvent } from '../../src/ingest/resolveStoredEvent';
import { compileUncached } from '../../src/ingest/settingsCache';
import { PreviewGroupingJob, type PreviewGroupingOptions } from '../../src/jobs/storedEvents';
import { packRecord, presentRecord } from '../../src/presenters/eventRecord';
import type { FullEventRow } from '../../src/store/events';
import { normalized, settings } from '../ingest/build';
import { useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { hex, issue, project as makeProject } from '../support/rows';

const NOW = Date.UTC(2026, 0, 15, 12);
const PRESENT: GroupingRules = { groupingConfig: 'simple:4', groupingEnhancements: '', fingerprintingRules: '' };

const { database } = useTemporaryDatabase('all');
let project: Project;
let issueId: string;
beforeEach(async () => {
  project = await database.write((stores) => makeProject(stores));
  issueId = await database.write((stores) => issue(stores, project.id));
});

const job = (options: Partial<PreviewGroupingOptions> = {}) =>
  new PreviewGroupingJob({
    database,
    clock: () => NOW,
    regroup: (row, preview) => regroupStoredEvent(row, preview, compileUncached),
    ...options,
  });

function rowOf(timestamp: number, type = 'Error'): FullEventRow {
  const eventId = hex();
  const payload = { platform: 'python', exception: { values: [{ type, value: 'boom' }] } };
  const grouped = groupAndDescribe(normalized(payload, { eventId }), settings({ groupingConfig: 'simple:4' }));
  const { event, summary, grouping } = grouped;
  const record = packRecord(presentRecord(project.id, event, summary));
  return { eventId, issueId, timestamp, record, body: compressEventBody({ event, grouping }) };
}

const insert = (rows: readonly FullEventRow[]) => database.write(({ events }) => events.insert(project.id, rows));
const begin = (draft: Partial<GroupingRules>, id = 'first') =>
  database.write(({ groupingPreviews }) =>
    groupingPreviews.replace({
      ...{ id, projectId: project.id, organizationId: project.organizationId, requestedAt: NOW, present: PRESENT },
      ...{ draft: { ...PRESENT, ...draft }, position: null, lookedAt: 0, isDone: false, groups: [] },
    }),
  );
const found = async (): Promise<GroupingPreview> => {
  const preview = await database.read(({ groupingPreviews }) => groupingPreviews.find(project.id));
  if (preview === undefined) throw new Error('The project has no preview.');
  return preview;
};

test('groups all events by the draft, and nothing more', async () => {
  const rows = [rowOf(NOW - 3), rowOf(NOW - 2, 'TypeError'), rowOf(NOW - 1)];
  await insert(rows);
  await begin({ fingerprintingRules: 'type:Error -> other' });
  await runUntilIdle(job());
  const preview = await found();
  expect(preview).toMatchObject({ lookedAt: 3, isDone: true });
  expect(preview.groups.map(({ events, eventId }) => [events, eventId])).toEqual([
    [2, rows[2]?.eventId],
    [1, rows[1]?.eventId],
  ]);
  const read: string[] = [];
  await runUntilIdle(job({ regroup: ({ eventId }) => (read.push(eventId), 'x') }));
  expect(read).toEqual([]);
});

test('an event that the draft does not change keeps its stored hash, whatever the settings were then', async () => {
  const row = rowOf(NOW);
  await insert([row]);
  const present = { ...PRESENT, groupingConfig: 'simple:2' };
  const { grouping } = groupAndDescribe(
    normalized({ platform: 'python', exception: { values: [{ type: 'Error', value: 'boom' }] } }),
    settings({ groupingConfig: 'simple:4' }),
  );
  expect(regroupStoredEvent(row, { present, draft: present }, compileUncached)).toBe(grouping.hash);
  expect(regroupStoredEvent(row, { present: PRESENT, draft: present }, compileUncached)).not.toBe(grouping.hash);
});

test('continues behind the last step, up to the newest events of a limit', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => rowOf(NOW - index));
  await insert(rows);
  await begin({});
  const read: string[] = [];
  const regroup: PreviewGroupingOptions['regroup'] = ({ eventId }) => (read.push(eventId), 'same');
  await job({ regroup, maxEvents: 430 }).step(new AbortController().signal);
  expect(await found()).toMatchObject({ lookedAt: 200, isDone: false, groups: [{ events: 200 }] });
  await runUntilIdle(job({ regroup, maxEvents: 430 }));
  expect(await found()).toMatchObject({ lookedAt: 430, isDone: true, groups: [{ events: 430 }] });
  expect(read).toEqual(rows.slice(0, 430).map(({ eventId }) => eventId));
});

test('a step that another process did, or of a replaced preview, has no effect', async () => {
  await insert([rowOf(NOW), rowOf(NOW - 1)]);
  await begin({});
  const before = await found();
  await runUntilIdle(job());
  const done = await found();
  await database.write(({ groupingPreviews }) => groupingPreviews.advance(before, null, 2, [], NOW));
  expect(await found()).toEqual(done);
  await begin({}, 'second');
  await database.write(({ groupingPreviews }) => groupingPreviews.advance(before, null, 2, [], NOW));
  expect(await found()).toMatchObject({ id: 'second', lookedAt: 0, isDone: false });
});

test('a project without events is done at once', async () => {
  await begin({});
  await runUntilIdle(job());
  expect(await found()).toMatchObject({ lookedAt: 0, isDone: true, groups: [] });
});
