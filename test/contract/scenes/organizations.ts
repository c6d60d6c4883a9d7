import type { Scenes } from '../scene';
import { all, deploy, EXCEPTION, MESSAGE, send } from './props';

/** The example of a cursor is a place in a list of events; these are in the lists they are sent to; no place is in a list that is always empty. */
export const organizations = {
  listOrganizations: { asks: [{ gives: 'own', with: { cursor: 'acme:2' } }] },
  getOrganization: { asks: [{ gives: 'organization' }] },
  listOrganizationProjects: {
    asks: [{ gives: 'projects', prepare: all(send(EXCEPTION, MESSAGE), deploy()), with: { cursor: 'shop:2' } }],
  },
  listRepositories: { asks: [{ gives: 'none', with: { cursor: '' } }] },
} satisfies Partial<Scenes>;
