import type { Bench } from '../bench';
import type { Outcome } from '../report';
import { disk } from './disk';
import { ingest } from './ingest';
import { list } from './list';
import { memory } from './memory';
import { pages } from './pages';
import { removal } from './removal';
import { sourcemaps } from './sourcemaps';
import { startup } from './startup';
import { team } from './team';
import { update } from './update';

export type Scenario = (bench: Bench) => Promise<Outcome>;

/** In the order in which they run. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = { ingest, list, team, update, sourcemaps, disk, memory, startup, pages, removal };
