import { flagsOf } from '../../src/ingest/ingestEnvelope';

test('flagsOf returns each flag once', () => {
  const types = [
    'event',
    'session',
    'sessions',
    'span',
    'transaction',
    'check_in',
    'profile_chunk',
    'feedback',
    'trace_metric',
    'replay_video',
    'constructor',
  ];
  expect(flagsOf(types.map((type) => ({ type }))).sort()).toEqual([
    'firstTransactionEvent',
    'hasCustomMetrics',
    'hasMonitors',
    'hasProfiles',
    'hasReplays',
    'hasSessions',
    'hasUserReports',
  ]);
  expect(flagsOf([{ type: 'event' }, { type: 'client_report' }, { type: 'span' }])).toEqual([]);
});
