import type { ContractOperation } from './contractReader';
import { curlSample } from './samplesCurl';
import { typescriptSample } from './samplesTypescript';

/** A sample as the documentation page takes it. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** How the same request reads in each language, made of the contract's examples. */
export function samplesOf(operation: ContractOperation): Sample[] {
  return [
    { lang: 'shell', label: 'curl', source: curlSample(operation) },
    { lang: 'typescript', label: 'TypeScript', source: typescriptSample(operation) },
  ];
}
