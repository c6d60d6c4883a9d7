import { type Service, startService } from './service';

interface Search {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly sort: string;
  readonly visibility: string;
  readonly createdBy: { readonly email: string } | null;
}

/** A service with an organization of two members. */
export interface SearchingMembers {
  readonly service: Service;
  readonly organization: string;
  /** With all scopes. */
  readonly ann: string;
  /** With event:write. */
  readonly bob: string;
  /** The path of the saved searches. */
  readonly searches: string;
  create(body: object, token?: string): Promise<Search>;
  list(token?: string, query?: string): Promise<Search[]>;
}

/** Returns the path of an operation on saved searches for members of an organization. */
export const searchesPath = (rest: string) => (organization: string) =>
  `/api/0/organizations/${organization}/searches/${rest}`;

/** Starts a service for tests of saved searches. */
export async function openSearchingMembers(): Promise<SearchingMembers> {
  const service = await startService();
  const { slug: organization } = await service.fixtures.organization();
  const ann = await service.fixtures.token(organization);
  const bob = await service.fixtures.token(organization, { email: 'bob@acme.test', scopes: ['event:write'] });
  const searches = searchesPath('')(organization);
  return {
    service,
    organization,
    ann,
    bob,
    searches,
    create: async (body, token = ann) =>
      (await service.client.post(searches, token).send(body).expect(201)).body as Search,
    list: async (token = ann, query = '') =>
      (await service.client.get(`${searches}${query}`, token).expect(200)).body as Search[],
  };
}
