import type { ExampleCases } from '../exampleCase';
import { all, deploy, EXCEPTION, MESSAGE, send } from './prepare';

export const organizations = {
  listOrganizations: { cases: [{ response: 'own' }] },
  getOrganization: { cases: [{ response: 'organization' }] },
  listOrganizationProjects: {
    cases: [{ response: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()) }],
  },
  listRepositories: { cases: [{ response: 'none' }] },
} satisfies Partial<ExampleCases>;
