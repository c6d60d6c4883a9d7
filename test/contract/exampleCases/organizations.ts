import type { ExampleCases } from '../exampleCase';
import { all, bodyOf, deploy, EXCEPTION, MESSAGE, type Prepare, send } from './prepare';

/** Changes the name and another setting of the project. */
const changed: Prepare = async ({ service, project, token }) =>
  void (await bodyOf(service.client.put(project.path, token).send({ name: 'Shop', resolveAge: 48 })));

/** Creates another project with an event of its own environment. */
const preview: Prepare = async ({ service }) => {
  const project = await service.fixtures.project({ organization: 'acme', slug: 'admin' });
  await service.fixtures.event(project, { environment: 'preview' });
};

export const organizations = {
  listOrganizations: { cases: [{ response: 'own' }] },
  getOrganization: { cases: [{ response: 'organization' }] },
  updateOrganization: { cases: [{ body: 'limit', response: 'updated' }] },
  listOrganizationProjects: {
    cases: [{ response: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()) }],
  },
  listOrganizationEnvironments: {
    cases: [{ response: 'environments', prepare: all(send(EXCEPTION, MESSAGE), preview) }],
  },
  listAuditLog: { cases: [{ response: 'entries', prepare: changed }] },
  listMembers: { cases: [{ response: 'members' }] },
  updateMember: { cases: [{ body: 'address', response: 'renamed' }] },
  removeMember: {
    cases: [
      {
        response: '204',
        prepare: async ({ service }) => void (await service.fixtures.token('acme', { email: 'bob@acme.test' })),
      },
    ],
  },
  removeOrganization: { cases: [{ response: '204' }] },
  listRepositories: { cases: [{ response: 'none' }] },
} satisfies Partial<ExampleCases>;
