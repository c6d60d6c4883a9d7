/**
 * The hashes of former algorithms for the whole corpus. Stored issues are found by these hashes: they must never
 * change.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { changeStacktraces, type JsonObject } from '../../../src/domain/event';
import { algorithmOf } from '../../../src/ingest/grouping/groupEvent';
import { groupAndDescribe } from '../../../src/ingest/processEvent';
import { normalized, settings } from '../build';

const CORPUS = path.resolve(__dirname, '../../corpora/grouping');
const FORMER_CONFIGS = ['simple:1', 'simple:2', 'simple:3'];

/** Digests by platform and event, without events that were recorded later. */
type Digests = Readonly<Record<string, Readonly<Record<string, string>>>>;

const stored = JSON.parse(readFileSync(path.join(__dirname, 'corpusHashes.json'), 'utf8')) as Digests;

/** Returns a digest of the hashes, of the texts in lists, and of the in-app marks of frames. */
function digestOf(payload: JsonObject): string {
  const results = FORMER_CONFIGS.map((groupingConfig) => {
    const sent = normalized(payload, { decideInApp: algorithmOf(groupingConfig).rules.decide });
    const { grouping, summary, event } = groupAndDescribe(sent, settings({ groupingConfig }));
    const inApp: boolean[][] = [];
    changeStacktraces(event, (trace) => {
      inApp.push(trace.frames.map((frame) => frame.inApp));
      return trace;
    });
    const { title, culprit, location, metadata } = summary;
    return { hash: grouping.hash, title, culprit, location, metadata, inApp };
  });
  return hash('sha256', JSON.stringify(results)).slice(0, 16);
}

const platforms = readdirSync(CORPUS).flatMap((file) => (file.endsWith('.json') ? [path.basename(file, '.json')] : []));

test.each(platforms.filter((platform) => platform in stored))('%s', (platform) => {
  const { events } = JSON.parse(readFileSync(path.join(CORPUS, `${platform}.json`), 'utf8')) as {
    events: Record<string, JsonObject>;
  };
  const expected = stored[platform] ?? {};
  const digests = Object.keys(expected).map((name) => [name, digestOf(events[name] ?? {})]);
  expect(Object.fromEntries(digests)).toEqual(expected);
});

test('every platform of the first corpus is compared', () => {
  expect(Object.keys(stored).filter((platform) => !platforms.includes(platform))).toEqual([]);
  expect(Object.values(stored).reduce((sum, events) => sum + Object.keys(events).length, 0)).toBeGreaterThan(500);
});
