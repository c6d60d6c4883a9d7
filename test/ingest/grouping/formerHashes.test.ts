/** Hashes that earlier versions stored: issues are found by them, so they must never change. */
import type { JsonObject } from '../../../src/domain/event';
import { groupAndDescribe, type GroupedEvent } from '../../../src/ingest/processEvent';
import { NOON, normalized, settings } from '../build';
import { FORMER_PAYLOADS } from './formerPayloads';

const groupBy = (payload: JsonObject, groupingConfig: string): GroupedEvent =>
  groupAndDescribe(normalized(payload), settings({ groupingConfig }));

const STORED: readonly [name: string, simple1: string, simple2: string][] = [
  ['frames without marks', '6dff932df2028f34bf1ff7922f15579a', '6dff932df2028f34bf1ff7922f15579a'],
  ['some marked frames', '59ed3d28719fe8a4430b06f5af61fa42', '59ed3d28719fe8a4430b06f5af61fa42'],
  ['generated names', '85feea673afc98c29f384c1880bef5f1', '85feea673afc98c29f384c1880bef5f1'],
  ['a panic', '1c2f4c51612e855f1587e82cc5bd9585', '1c2f4c51612e855f1587e82cc5bd9585'],
  ['a long trace', '3c96221cccfa0384a3425f244fdba1e7', '3c96221cccfa0384a3425f244fdba1e7'],
  ['a long trace without marks', '3c96221cccfa0384a3425f244fdba1e7', '3c96221cccfa0384a3425f244fdba1e7'],
  ['a long chain', '55a3e9d6f79d91e65abdb22949b2b860', '55a3e9d6f79d91e65abdb22949b2b860'],
  ['a minified frame', 'ce5b909abba2e92c86c073128b71879d', 'ce5b909abba2e92c86c073128b71879d'],
  ['a fingerprint', '41ff86c9545c333d3cc6ba649df4ab79', '41ff86c9545c333d3cc6ba649df4ab79'],
  ['a message with a stack', 'fcc76c61e1833c1e9c2b2435f9e95e9c', 'fcc76c61e1833c1e9c2b2435f9e95e9c'],
  ['a message', 'e2d9d582221458b7f3b815cb10394898', '8e27892fad7a89bc59ebb04bf074f24d'],
];

test.each(STORED)('%s', (name, simple1, simple2) => {
  const payload = FORMER_PAYLOADS[name] ?? {};
  expect(groupBy(payload, 'simple:1').grouping.hash).toBe(simple1);
  expect(groupBy(payload, 'simple:2').grouping.hash).toBe(simple2);
});

test.each(STORED)('%s is found by the former hash after a change to simple:3', (name, _, simple2) => {
  const event = normalized(FORMER_PAYLOADS[name]);
  const change = { secondaryGroupingConfig: 'simple:2', secondaryGroupingExpiry: NOON / 1000 + 60 };
  const grouped = groupAndDescribe(event, settings({ groupingConfig: 'simple:3', ...change }));
  expect(grouped.secondaryHash).toBe(simple2);
  expect(grouped.grouping.hash).toBe(groupBy(FORMER_PAYLOADS[name] ?? {}, 'simple:3').grouping.hash);
});

test.each([
  ['frames without marks', 'json in loads', '/srv/main.py in main'],
  ['some marked frames', '/srv/raw.py in raw', '/srv/pay.py in pay'],
  ['a panic', 'rust_begin_unwind', 'shop::pay'],
  ['generated names', '$Proxy12 in invoke', '$Proxy in invoke'],
])('%s: the culprit changes with the algorithm only', (name, former, culprit) => {
  const payload = FORMER_PAYLOADS[name] ?? {};
  expect(groupBy(payload, 'simple:2').summary.culprit).toBe(former);
  expect(groupBy(payload, 'simple:3').summary.culprit).toBe(culprit);
});

test.each(['simple:2', 'simple:3', 'simple:4'])(
  '%s stores all frames, and nothing about their marks',
  (groupingConfig) => {
    for (const name of ['a long trace', 'frames without marks']) {
      const { event } = groupAndDescribe(normalized(FORMER_PAYLOADS[name]), settings({ groupingConfig }));
      const sent = normalized(FORMER_PAYLOADS[name]).exceptions[0]?.stacktrace?.frames ?? [];
      expect(event.exceptions[0]?.stacktrace?.frames).toHaveLength(sent.length);
      expect(JSON.stringify(event)).not.toContain('unmarked');
    }
  },
);
