import type { Bench } from '../bench';
import type { ScenarioName } from '../options';
import type { Outcome } from '../report';
import { console } from './console';
import { disk } from './disk';
import { fairness } from './fairness';
import { grouping } from './grouping';
import { growth } from './growth';
import { hardware } from './hardware';
import { ingest } from './ingest';
import { list } from './list';
import { logSize } from './log';
import { memory } from './memory';
import { node } from './node';
import { pages } from './pages';
import { removal } from './removal';
import { retention } from './retention';
import { search } from './search';
import { secrets } from './secrets';
import { services } from './services';
import { sourcemaps } from './sourcemaps';
import { startup } from './startup';
import { steps } from './steps';
import { team } from './team';
import { update } from './update';

export const SCENARIOS: Readonly<Record<ScenarioName, (bench: Bench) => Promise<Outcome>>> = {
  startup,
  memory,
  steps,
  ingest,
  fairness,
  services,
  node,
  hardware,
  list,
  team,
  update,
  sourcemaps,
  console,
  disk,
  log: logSize,
  secrets,
  grouping,
  growth,
  pages,
  removal,
  retention,
  search,
};
