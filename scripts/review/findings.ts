import { type Change, placeOf } from './changes';
import type { Edition } from './edition';
import { missedBreak } from './missed';
import { ratedBreak } from './rated';
import { isToldElsewhere } from './repeats';
import { changedExamples, lostTypes } from './unseen';
import { keysOf } from './walk';
import { subjectOf } from './where';
import { describeChange } from './words';

/** What a reviewer is told about one change. */
export interface Finding {
  readonly kind: 'break' | 'addition' | 'documentation';
  readonly where: string;
  readonly what: string;
  /** Why it breaks a client. */
  readonly why?: string;
  readonly place: string;
}

/** What changed and why a client minds. */
export interface Break {
  readonly what: string;
  readonly why: string;
}

/** Nothing a program acts on. */
const PROSE = ['description', 'summary', 'title', 'example', 'examples', 'externalDocs', 'deprecated', 'tags'];
/** Extensions are for readers, but for those that the service acts on. */
const PROSE_EXTENSION = /^x-(?!(max-body-bytes|text-pattern|trim)$)/;

/** Judges every change between two contracts, and leaves out what another finding says already. */
export function judge(changes: readonly Change[], base: Edition, revision: Edition): Finding[] {
  const findings = changes
    .filter((change) => !isToldElsewhere(change, { base, revision, changes }))
    .map((change) => judgeOne(change, base, revision));
  return unique([...findings, ...lostTypes(base, revision), ...changedExamples(base, revision)]);
}

function judgeOne(change: Change, base: Edition, revision: Edition): Finding {
  const subject = subjectOf(change, base, revision);
  const told = { where: subject.where, place: placeOf(change, base, revision) };
  const found = missedBreak(change, subject) ?? ratedBreak(change, subject, base, revision);
  if (found !== undefined) return { kind: 'break', ...told, ...found };
  return { kind: isProse(change) ? 'documentation' : 'addition', ...told, what: describeChange(change, subject) };
}

function isProse({ path, property = '' }: Change): boolean {
  const keys = keysOf(path);
  if (['info', 'tags'].includes(keys[0] ?? '')) return true;
  return [...keys, property].some((key) => PROSE_EXTENSION.test(key)) || PROSE.includes(property);
}

function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.where}: ${finding.what}`, finding])).values()];
}
