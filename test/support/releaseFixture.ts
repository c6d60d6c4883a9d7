import type { ProjectFixture } from './fixtures';
import { type Service, startService, useOwnService } from './service';

const READ_SCOPES = ['project:admin', 'project:read', 'project:releases', 'project:write'];
export const ORGANIZATION_SCOPES = ['org:read', ...READ_SCOPES];

type Json = Record<string, unknown>;

/** An organization with two projects, and requests about its releases. */
export class ReleaseFixture {
  organization = '';
  shop!: ProjectFixture;
  blog!: ProjectFixture;
  token = '';

  constructor(readonly service: Service) {}

  static async open(): Promise<ReleaseFixture> {
    const fixture = new ReleaseFixture(await startService());
    await fixture.fill();
    return fixture;
  }

  async fill(): Promise<void> {
    const { fixtures } = this.service;
    const { slug: organization } = await fixtures.organization();
    this.organization = organization;
    this.shop = await fixtures.project({ organization, slug: 'shop', name: 'Shop', platform: 'node' });
    this.blog = await fixtures.project({ organization, slug: 'blog', name: 'Blog' });
    this.token = await fixtures.token(organization);
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Returns a path below the organization's releases. */
  path(rest = '', organization = this.organization): string {
    return `/api/0/organizations/${organization}/releases/${rest}`;
  }

  /** Returns a path below the releases of a project. */
  projectPath(rest = '', project = 'shop', organization = this.organization): string {
    return `/api/0/projects/${organization}/${project}/releases/${rest}`;
  }

  get(path: string) {
    return this.service.client.get(path, this.token);
  }

  post(path: string, body: object) {
    return this.service.client.post(path, this.token).send(body);
  }

  put(path: string, body: object) {
    return this.service.client.put(path, this.token).send(body);
  }

  delete(path: string) {
    return this.service.client.delete(path, this.token);
  }

  /** Creates a release, of the project `shop` by default. */
  async release(version: string, fields: Json = {}): Promise<Json> {
    const { body } = await this.post(this.path(), { version, projects: ['shop'], ...fields }).expect(201);
    return body as Json;
  }

  async show(version: string): Promise<Json> {
    return (await this.get(this.path(`${encodeURIComponent(version)}/`)).expect(200)).body as Json;
  }

  /** Returns a project's record in the list of projects. */
  async project(slug: string): Promise<Json> {
    const { body } = await this.get(`/api/0/organizations/${this.organization}/projects/`).expect(200);
    return (body as Json[]).find((project) => project['slug'] === slug) ?? {};
  }
}

/** An organization with two projects in a service of its own, for the tests of a file. */
export function useReleases(): ReleaseFixture {
  const fixture = new ReleaseFixture(useOwnService());
  beforeAll(() => fixture.fill());
  return fixture;
}

/** Returns the versions on one page of a list. */
export async function versionsAt(fixture: ReleaseFixture, path: string): Promise<unknown[]> {
  return ((await fixture.get(path).expect(200)).body as Json[]).map(({ version }) => version);
}

/** Follows the `next` links of a list and returns the versions of each page. */
export async function everyPage(fixture: ReleaseFixture, path: string): Promise<Json[][]> {
  const pages: Json[][] = [];
  for (let at: string | null = path; at !== null;) {
    const response = await fixture.get(at).expect(200);
    pages.push(response.body as Json[]);
    const next = /<[^>]*?(\/api\/[^>]*)>; rel="next"; results="true"/.exec(response.headers['link'] ?? '');
    at = next?.[1] ?? null;
  }
  return pages;
}
