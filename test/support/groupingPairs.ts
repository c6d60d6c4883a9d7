import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../src/domain/event';
import { withDefaultSettings } from '../../src/domain/project';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { completeAndScrub, groupAndDescribe } from '../../src/ingest/processEvent';
import { ROOT } from './process';

type Verdict = 'same' | 'different';

/**
 * A file of `test/corpora/grouping`: events of one platform, and which of them a developer wants to see in one issue.
 */
interface Corpus {
  readonly events: Readonly<Record<string, JsonObject>>;
  readonly pairs: readonly (readonly [one: string, other: string, verdict: Verdict, reason: string])[];
}

/** A pair that an algorithm judges differently. */
interface WrongPair {
  readonly one: string;
  readonly other: string;
  readonly expected: Verdict;
  readonly reason: string;
}

/** What an algorithm makes of the pairs of a platform. */
export interface PairCounts {
  readonly platform: string;
  readonly pairs: number;
  /** Pairs in one issue, of which `right` belong there. */
  readonly together: number;
  /** Pairs that belong into one issue. */
  readonly related: number;
  readonly right: number;
  readonly wrong: readonly WrongPair[];
}

const FOLDER = path.join(ROOT, 'test/corpora/grouping');

/** Judges the pairs of all platforms by the value of the setting `groupingConfig`. */
export function judgePairs(groupingConfig: string): PairCounts[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    const corpus = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Corpus;
    return judgeCorpus(path.basename(file, '.json'), corpus, groupingConfig);
  });
}

function judgeCorpus(platform: string, { events, pairs }: Corpus, groupingConfig: string): PairCounts {
  const hashes = new Map(Object.entries(events).map(([name, payload]) => [name, hashOf(payload, groupingConfig)]));
  const judged = pairs.map(([one, other, expected, reason]) => {
    const [hash, otherHash] = [hashes.get(one), hashes.get(other)];
    if (hash === undefined || otherHash === undefined) throw new Error(`${platform}: no event ${one} or ${other}`);
    return { one, other, expected, reason, found: hash === otherHash ? 'same' : 'different' };
  });
  return {
    platform,
    pairs: pairs.length,
    together: judged.filter(({ found }) => found === 'same').length,
    related: judged.filter(({ expected }) => expected === 'same').length,
    right: judged.filter(({ found, expected }) => found === 'same' && expected === 'same').length,
    wrong: judged.filter(({ found, expected }) => found !== expected),
  };
}

const METADATA = { eventId: '0'.repeat(32), received: Date.UTC(2026, 0, 15), ipAddress: null };

function hashOf(payload: JsonObject, groupingConfig: string): string {
  const settings = withDefaultSettings({ groupingConfig });
  const event = completeAndScrub(normalizeEvent(payload, METADATA), settings);
  return groupAndDescribe(event, settings).grouping.hash;
}

/** The figures of several platforms together. */
export function sumOf(counts: readonly PairCounts[]): PairCounts {
  const sum = (member: 'pairs' | 'together' | 'related' | 'right') =>
    counts.reduce((total, each) => total + each[member], 0);
  return {
    platform: 'all',
    pairs: sum('pairs'),
    together: sum('together'),
    related: sum('related'),
    right: sum('right'),
    wrong: counts.flatMap(({ wrong }) => wrong),
  };
}

/** The share of pairs in one issue that belong there. */
export function precisionOf({ right, together }: PairCounts): number {
  return together === 0 ? 1 : right / together;
}

/** The share of pairs that belong into one issue and are there. */
export function recallOf({ right, related }: PairCounts): number {
  return related === 0 ? 1 : right / related;
}
