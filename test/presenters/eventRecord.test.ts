import fc from 'fast-check';
import type { Event } from '../../src/domain/event';
import {
  packRecord,
  presentEvent,
  presentRecord,
  readRecordTags,
  RecordReader,
} from '../../src/presenters/eventRecord';

const event = {
  eventId: 'e'.repeat(32),
  type: 'error',
  user: null,
  platform: 'node',
  timestamp: 1_714_557_600_500,
} as unknown as Event;
const row = { eventId: event.eventId, issueId: '12', timestamp: event.timestamp };
const tags = [{ key: 'level', value: 'error' }];
const summary = { title: 't "quoted"', message: '', culprit: null, location: null, metadata: { type: 'E' }, tags };

/** Texts with all characters that JSON escapes, and with the characters that the stored form uses. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('{', '}', '=', '"', '\\', '\n', '\t', '\u0000', '\ud800', '\udc00', 'é', 'a'),
    maxLength: 6,
  }),
  fc.constantFrom('', '=', 'null', '{', 'username', '"username":', '","username":"x'),
);
const nullable = fc.option(text);
const data = fc.option(fc.dictionary(text, fc.jsonValue()));
const user = fc.record({
  id: nullable,
  email: nullable,
  username: nullable,
  ipAddress: nullable,
  name: nullable,
  geo: data,
  data,
});
const crash = fc.record({ value: text, type: text, filename: text, function: text });
const described = fc.record({ title: text, message: text, culprit: nullable, location: nullable });
const metadata = fc.oneof(crash, fc.record({ title: text }), fc.dictionary(text, fc.jsonValue()));

test('a record reads the same after it was stored', () => {
  const given = fc.record({
    described,
    metadata,
    user: fc.option(user),
    tags: fc.array(fc.record({ key: text, value: text })),
  });
  fc.assert(
    fc.property(given, (one) => {
      const record = presentRecord('7', { ...event, user: one.user }, { ...one.described, ...one });
      const expected = JSON.stringify({ groupID: '12', ...record });
      const stored = packRecord(record);
      expect(presentEvent('7', { ...row, record: stored })).toBe(expected);
      expect(presentEvent('7', { ...row, record: JSON.stringify(record) })).toBe(expected);
      expect(readRecordTags(stored)).toEqual(record.tags);
      expect(readRecordTags(JSON.stringify(record))).toEqual(record.tags);
    }),
    { numRuns: 500 },
  );
});

test('single members of a stored record are those of the record', () => {
  const given = fc.record({
    described,
    metadata,
    user: fc.option(user),
    tags: fc.uniqueArray(fc.record({ key: text, value: text }), { selector: ({ key }) => key }),
  });
  fc.assert(
    fc.property(given, text, (one, key) => {
      const record = presentRecord('7', { ...event, user: one.user }, { ...one.described, ...one });
      for (const stored of [packRecord(record), JSON.stringify(record)]) {
        const reader = new RecordReader(stored);
        expect(reader.title()).toBe(record.title);
        expect(reader.culprit()).toBe(record.culprit);
        expect(reader.message()).toBe(record.message);
        expect(reader.platform()).toBe(record.platform);
        expect(reader.type()).toBe(record['event.type']);
        for (const member of ['id', 'email', 'username', 'ip_address'] as const)
          expect(reader.user(member)).toBe(record.user?.[member] ?? null);
        expect(JSON.stringify(reader.metadata())).toBe(JSON.stringify(record.metadata));
        for (const tag of record.tags) expect(reader.tagValues(tag.key)).toEqual([tag.value]);
        expect(reader.tagValues(key)).toEqual(record.tags.filter((tag) => tag.key === key).map(({ value }) => value));
      }
    }),
    { numRuns: 500 },
  );
});

test('what follows from other members is not stored', () => {
  fc.assert(
    fc.property(crash, ({ value, type, filename, function: name }) => {
      const errorSummary = {
        title: `${type}: ${value}`,
        message: '',
        location: filename,
        culprit: `${name}(${filename})`,
        tags,
        metadata: { value, type, filename, function: name },
      };
      const record = presentRecord('7', event, errorSummary);
      const stored = packRecord(record);
      expect(presentEvent('7', { ...row, record: stored })).toBe(JSON.stringify({ groupID: '12', ...record }));
      expect(stored.split('\n').slice(3, 6)).toEqual(['=', '=', '=']);
    }),
  );
  expect(packRecord(presentRecord('7', event, summary))).not.toMatch(/eeee|2024|crashFile|projectID|"7"/);
});

test('a record has the members of the contract', () => {
  expect(presentRecord('7', event, summary)).toEqual({
    id: event.eventId,
    eventID: event.eventId,
    projectID: '7',
    'event.type': 'error',
    title: 't "quoted"',
    message: '',
    location: null,
    culprit: null,
    metadata: { type: 'E' },
    platform: 'node',
    dateCreated: '2024-05-01T10:00:00Z',
    user: null,
    tags,
    crashFile: null,
  });
});
