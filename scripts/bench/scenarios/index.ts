import type { Bench } from '../bench';
import type { Outcome } from '../report';
import { ingest } from './ingest';
import { list } from './list';

export type Scenario = (bench: Bench) => Promise<Outcome>;

/** In the order in which they run. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = { ingest, list };
