import type { ExampleCases } from './exampleCase';
import { alerts } from './exampleCases/alerts';
import { artifacts } from './exampleCases/artifacts';
import { console } from './exampleCases/console';
import { events } from './exampleCases/events';
import { ingest } from './exampleCases/ingest';
import { organizations } from './exampleCases/organizations';
import { projects } from './exampleCases/projects';
import { releases } from './exampleCases/releases';
import { service } from './exampleCases/service';
import { sessions } from './exampleCases/sessions';

/** The cases of all operations, by tag. Add the cases of a new operation to the file of its tag. */
export const exampleCases: ExampleCases = {
  ...projects,
  ...events,
  ...ingest,
  ...console,
  ...service,
  ...organizations,
  ...releases,
  ...artifacts,
  ...alerts,
  ...sessions,
};
