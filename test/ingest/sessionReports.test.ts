import { readSession, readSessionBuckets } from '../../src/ingest/sessionReports';

const NOW = Date.UTC(2026, 0, 15, 9, 30);
const HOUR = NOW / 3_600_000 - 0.5;
const DAY_MS = 86_400_000;
const SID = '0123456789abcdef0123456789abcdef';
const ago = (ms: number) => new Date(NOW - ms).toISOString();

const session = (change: object = {}) =>
  readSession(
    Buffer.from(
      JSON.stringify({ sid: SID, started: ago(0), attrs: { release: 'shop@1', environment: 'prod' }, ...change }),
    ),
    NOW,
  );
const buckets = (list: unknown, attrs: unknown = { release: 'shop@1' }) =>
  readSessionBuckets(Buffer.from(JSON.stringify({ attrs, aggregates: list })), NOW).reports;

describe('an update of a session', () => {
  test('counts its beginning, in its hour, release and environment', () => {
    expect(session({ init: true })).toEqual({
      release: 'shop@1',
      environment: 'prod',
      hour: HOUR,
      counts: { sessions: 1, errored: 0, unhandled: 0, abnormal: 0, crashed: 0 },
      failure: null,
      user: null,
      userKinds: ['all'],
    });
    expect(session({ status: 'exited' })).toMatchObject({ counts: { sessions: 0 }, failure: null });
  });

  test.each([
    [{ status: 'ok', errors: 1, init: true }, 'errored', true],
    [{ errors: 2 }, 'errored', false],
    [{ status: 'exited', errors: 1 }, 'errored', false],
    [{ status: 'errored' }, 'errored', false],
    [{ status: 'unhandled' }, 'unhandled', false],
    [{ status: 'abnormal', abnormal_mechanism: 'anr_foreground' }, 'abnormal', false],
    [{ status: 'crashed', errors: 1, init: true }, 'crashed', true],
  ])('%j has the status %s', (change, status, isInit) => {
    expect(session(change)).toMatchObject({ counts: { sessions: 0 }, failure: { sessionId: SID, status, isInit } });
  });

  test('may have a dashed sid, none at all, a time with an offset without a colon, and no environment', () => {
    expect(session({ sid: '01234567-89AB-cdef-0123-456789abcdef', errors: 1 })?.failure?.sessionId).toBe(SID);
    expect(session({ sid: undefined, errors: 1 })?.failure?.sessionId).toMatch(/^[0-9a-f]{32}$/);
    expect(session({ started: '2026-01-15T10:30:00+0100' })?.hour).toBe(HOUR);
    expect(session({ attrs: { release: 'shop@1' } })?.environment).toBe('');
    expect(session({ attrs: { release: 'shop@1', environment: 'none' } })?.environment).toBe('');
  });

  test('names its user by a hash, unless the user is unknown', () => {
    const { user } = session({ did: 'user@example.com' }) ?? {};
    expect(user).toHaveLength(8);
    expect(session({ did: 'other' })?.user).not.toBe(user);
    expect(session({ did: 7 })?.user).toBe(session({ did: '7' })?.user);
    for (const did of ['', null, '00000000-0000-0000-0000-000000000000', {}]) expect(session({ did })?.user).toBeNull();
  });

  test.each([
    ['without a start', { started: undefined }],
    ['with an unreadable start', { started: 'yesterday' }],
    ['of six days ago', { started: ago(6 * DAY_MS) }],
    ['of the future', { started: ago(-61_000) }],
    ['without attributes', { attrs: undefined }],
    ['without a release', { attrs: {} }],
    ['with a bad release', { attrs: { release: 'latest' } }],
    ['with a release of two lines', { attrs: { release: 'a\nb' } }],
    ['with an unknown status', { status: 'fine' }],
    ['with a status that is no text', { status: 7 }],
    ['with the highest sequence number', { seq: 18446744073709551615 }],
    ['whose sid is no uuid', { sid: 'session' }],
  ])('%s is not counted', (_, change) => {
    expect(session({ init: true, ...change })).toBeNull();
  });

  test('is not counted unless it is a JSON object', () => {
    for (const text of ['', '[]', 'null', '{', '7']) expect(readSession(Buffer.from(text), NOW)).toBeNull();
  });
});

describe('buckets of sessions', () => {
  test('count all of their sessions; errored ones are none of the next statuses', () => {
    const bucket = { started: ago(60_000), exited: 10, errored: 4, abnormal: 1, unhandled: 2, crashed: 3 };
    expect(buckets([bucket])).toEqual([
      {
        release: 'shop@1',
        environment: '',
        hour: HOUR,
        counts: { sessions: 20, errored: 10, unhandled: 2, abnormal: 1, crashed: 3 },
        failure: null,
        user: null,
        userKinds: ['all', 'errored', 'unhandled', 'abnormal', 'crashed'],
      },
    ]);
    expect(buckets([{ started: ago(0), exited: 2, did: 'a' }])).toMatchObject([
      { counts: { sessions: 2, errored: 0 }, userKinds: ['all'], user: expect.any(String) },
    ]);
  });

  test('are counted one by one: invalid ones are left out', () => {
    const good = { started: ago(0), exited: 1 };
    const bad = [7, null, {}, { ...good, exited: -1 }, { ...good, crashed: 'x' }, { ...good, errored: 0.5 }];
    expect(buckets([...bad, good, { ...good, started: ago(6 * DAY_MS) }])).toHaveLength(1);
    expect(buckets([good], {})).toEqual([]);
    expect(buckets('none')).toEqual([]);
    expect(readSessionBuckets(Buffer.from('{'), NOW)).toEqual({ reports: [], surplus: 0 });
  });
});
