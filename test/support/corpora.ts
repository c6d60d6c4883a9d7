import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The values that a developer expects of a recorded event; a case of `expected.json`, see test/corpora/README.md. */
export interface RecordedCase {
  readonly name: string;
  readonly title: string;
  readonly culprit: string | null;
  readonly inAppFrames: readonly string[];
  readonly group: string;
  readonly project?: string;
  /** The row of the guide's table that shows this event. */
  readonly guide?: { readonly program: string; readonly issue: string };
}

/** A platform's recorded events. */
export interface RecordedPlatform {
  readonly name: string;
  readonly cases: readonly RecordedCase[];
}

const ENVELOPES = join(__dirname, '..', 'corpora', 'envelopes');

export function readRecordedPlatforms(): RecordedPlatform[] {
  const names = readdirSync(ENVELOPES).filter((name) => existsSync(join(ENVELOPES, name, 'expected.json')));
  return names.sort().map((name) => {
    const text = readFileSync(join(ENVELOPES, name, 'expected.json'), 'utf8');
    const cases = Object.entries(JSON.parse(text) as Record<string, Omit<RecordedCase, 'name'>>);
    return { name, cases: cases.map(([key, expected]) => ({ name: key, ...expected })) };
  });
}

/** Reads the envelope of a case, as the SDK sent it. */
export function readEnvelope(platform: string, name: string): string {
  return readFileSync(join(ENVELOPES, platform, `${name}.envelope`), 'utf8');
}
