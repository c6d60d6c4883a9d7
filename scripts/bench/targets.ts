/** What the service is to reach; ratios of one run, since absolute figures tell of the machine. */
interface Target {
  readonly says: string;
  readonly bound: 'least' | 'most';
  readonly value: number;
  readonly unit?: string;
}

export const TARGETS = {
  ingest3: { says: 'ingest durable ÷ bare, 3 KB, 10 connections', bound: 'least', value: 0.7 },
  ingest25: { says: 'ingest durable ÷ bare, 25 KB, 10 connections', bound: 'least', value: 0.7 },
  drained: { says: 'drained ÷ accepted, the lowest of all', bound: 'least', value: 1 },
  list: { says: 'list of 100 ÷ bare, first page', bound: 'least', value: 0.8 },
  pages: { says: 'p95 of a page at 1 M ÷ at 10 k events, the highest of all', bound: 'most', value: 1.2 },
  removal: { says: 'ingest p99 while 1000 issues are removed ÷ quiet', bound: 'most', value: 2 },
  removalAnswer: { says: 'answer to the removal of 1000 issues at 1 M events', bound: 'most', value: 1, unit: 's' },
  disk: { says: 'bytes on disk per event ÷ its JSON, 25 KB', bound: 'most', value: 0.35 },
  idleMemory: { says: 'RSS idle', bound: 'most', value: 120, unit: 'MB' },
  busyMemory: { says: 'RSS under 50 KB load', bound: 'most', value: 250, unit: 'MB' },
  startup: { says: '`culprit serve` to its first answer', bound: 'most', value: 0.7, unit: 's' },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof TARGETS;

/** One target with what came of it. */
export interface Verdict extends Target {
  readonly name: TargetName;
  readonly reached: number | null;
  readonly isMet: boolean | null;
}

const NAMES = Object.keys(TARGETS) as TargetName[];

/** These targets, which are all unless said; those that were not measured have no verdict. */
export function judge(
  reached: Readonly<Partial<Record<TargetName, number>>>,
  names: readonly TargetName[] = NAMES,
): Verdict[] {
  return names.map((name) => {
    const target: Target = TARGETS[name];
    const value = reached[name];
    if (value === undefined) return { name, ...target, reached: null, isMet: null };
    // As many digits count as are shown.
    const shown = Math.round(value * 100) / 100;
    return {
      name,
      ...target,
      reached: value,
      isMet: target.bound === 'least' ? shown >= target.value : shown <= target.value,
    };
  });
}
