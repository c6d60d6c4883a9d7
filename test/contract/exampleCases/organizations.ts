import type { ExampleCases } from '../exampleCase';
import { all, deploy, EXCEPTION, MESSAGE, send } from './prepare';

/** The example of a cursor is a place in a list of events; these are in the lists they are sent to; no place is in a list that is always empty. */
export const organizations = {
  listOrganizations: { cases: [{ response: 'own', parameters: { cursor: 'acme:2' } }] },
  getOrganization: { cases: [{ response: 'organization' }] },
  listOrganizationProjects: {
    cases: [
      { response: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()), parameters: { cursor: 'shop:2' } },
    ],
  },
  listRepositories: { cases: [{ response: 'none', parameters: { cursor: '' } }] },
} satisfies Partial<ExampleCases>;
