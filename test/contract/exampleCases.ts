import type { OperationId } from '../../src/api/contractTypes';
import type { DocumentedOperation } from './documented';
import type { ExampleCases, OperationCases } from './exampleCase';
import { alerts } from './exampleCases/alerts';
import { artifacts } from './exampleCases/artifacts';
import { console } from './exampleCases/console';
import { events } from './exampleCases/events';
import { ingest } from './exampleCases/ingest';
import { monitors } from './exampleCases/monitors';
import { organizations } from './exampleCases/organizations';
import { projects } from './exampleCases/projects';
import { releases } from './exampleCases/releases';
import { service } from './exampleCases/service';
import { sessions } from './exampleCases/sessions';
import { tokens } from './exampleCases/tokens';

/** The cases of operations whose examples need more than the fixtures, in a file for each tag. */
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
  ...monitors,
  ...sessions,
  ...tokens,
};

/**
 * Returns the cases of an operation. One that is not listed sends the only example of its body, if it has a body, and
 * gets the only example of its response.
 */
export function casesOf({ operationId, bodies, responses }: DocumentedOperation): OperationCases {
  const listed = exampleCases[operationId as OperationId];
  if (listed !== undefined) return listed;
  const [body, response] = [bodies[0]?.name, responses[0]?.name ?? ''];
  return { cases: [body === undefined ? { response } : { body, response }] };
}
