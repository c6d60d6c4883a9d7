import type { ExampleCases } from './exampleCase';
import { alerts } from './exampleCases/alerts';
import { artifacts } from './exampleCases/artifacts';
import { events } from './exampleCases/events';
import { ingest } from './exampleCases/ingest';
import { organizations } from './exampleCases/organizations';
import { projects } from './exampleCases/projects';
import { releases } from './exampleCases/releases';
import { service } from './exampleCases/service';

/** To make the examples of a new operation come true, write its scene in a file of these: what its requests need, and which answer each gets. */
export const exampleCases: ExampleCases = {
  ...projects,
  ...events,
  ...ingest,
  ...service,
  ...organizations,
  ...releases,
  ...artifacts,
  ...alerts,
};
