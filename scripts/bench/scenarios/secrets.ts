import type { Bench } from '../bench';
import type { Cell, Outcome } from '../report';
import { judgeSecrets } from '../secretsCorpus';

const percent = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)} %`;

/** Counts the secrets that scrubbing misses and the innocent texts that it changes. Nothing is timed: each machine has the same figures. */
export function secrets(bench: Bench): Promise<Outcome> {
  const { secrets: secretTexts, innocents, misses, falseAlarms, inexact } = judgeSecrets();
  for (const { text, stored } of [...misses, ...inexact, ...falseAlarms])
    bench.log(`  ${text}\n    is stored as ${stored}`);
  const row = (name: string, found: readonly unknown[], of: number): readonly Cell[] => [
    name,
    `${found.length} of ${of}`,
    percent(found.length, of),
  ];
  const table = {
    title: 'Secrets',
    columns: ['text', 'number', 'share'],
    rows: [
      row('secret that is stored', misses, secretTexts),
      row('secret that is removed together with what is around it', inexact, secretTexts),
      row('text without a secret that is changed', falseAlarms, innocents),
    ],
    note: 'Each text of the corpus is sent in an event to a project with the default settings.',
  };
  return Promise.resolve({ tables: [table], reached: {} });
}
