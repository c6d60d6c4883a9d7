import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Event, JsonObject } from '../../../src/domain/event';
import { explainGrouping, type GroupingComponent } from '../../../src/ingest/grouping/explainGrouping';
import { algorithmOf, GROUPING_CONFIGS } from '../../../src/ingest/grouping/groupEvent';
import { groupAndDescribe } from '../../../src/ingest/processEvent';
import { normalized, settings } from '../build';

const CORPUS = path.resolve(__dirname, '../../corpora/grouping');
const platforms = readdirSync(CORPUS).filter((file) => file.endsWith('.json'));

/** Names in hashed arrays that are no values of the event. */
const KINDS: ReadonlySet<unknown> = new Set(['', 'stack', 'chain', 'exception', 'message', 'none', 'fingerprint']);

/** Returns the values that count. */
function countedValues({ value, contributes, values }: GroupingComponent): string[] {
  if (!contributes) return [];
  return [...(value === null ? [] : [value]), ...values.flatMap(countedValues)];
}

test.each(platforms)('a stored event has its hash again, and the values that count are the hashed ones: %s', (file) => {
  const { events } = JSON.parse(readFileSync(path.join(CORPUS, file), 'utf8')) as {
    events: Record<string, JsonObject>;
  };
  const wrong: unknown[] = [];
  for (const [name, payload] of Object.entries(events)) {
    for (const groupingConfig of GROUPING_CONFIGS) {
      const sent = normalized(payload, { decideInApp: algorithmOf(groupingConfig).rules.decide });
      const { event, grouping } = groupAndDescribe(sent, settings({ groupingConfig }));
      const stored = JSON.parse(JSON.stringify(event)) as Event;
      const { hash, variants } = explainGrouping(stored, settings({ groupingConfig }));
      const counted = countedValues((variants.fingerprint ?? variants.default).component);
      const hashed: unknown[] = grouping.components.flat(9);
      const extra = counted.filter((value) => !hashed.includes(value));
      const missing = hashed.filter((value) => !KINDS.has(value) && !counted.includes(value as string));
      if (hash !== grouping.hash || extra.length + missing.length > 0) {
        wrong.push({ name, groupingConfig, hash, extra, missing });
      }
    }
  }
  expect(wrong).toEqual([]);
});
