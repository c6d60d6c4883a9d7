import type { ProjectFixture } from './fixtures';
import { type Service, startService } from './service';

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly dsn: { readonly public: string };
  readonly warning: string | null;
}

/** A service with a project, and the requests about the keys of that project. */
export class KeyFixture {
  private constructor(
    readonly service: Service,
    readonly project: ProjectFixture,
    readonly token: string,
  ) {}

  static async start(): Promise<KeyFixture> {
    const service = await startService();
    const project = await service.fixtures.project();
    return new KeyFixture(service, project, await service.fixtures.token(project.organization));
  }

  close(): Promise<void> {
    return this.service.close();
  }

  path(key?: string, rest = ''): string {
    return `${this.project.path}keys/${key === undefined ? '' : `${key}/`}${rest}`;
  }

  async get(key: string): Promise<KeyRecord> {
    return (await this.service.client.get(this.path(key), this.token).expect(200)).body as KeyRecord;
  }

  async update(key: string, body: object): Promise<KeyRecord> {
    return (await this.service.client.put(this.path(key), this.token).send(body).expect(200)).body as KeyRecord;
  }

  /** Returns the status of an event with a key. */
  async send(publicKey: string): Promise<number> {
    const url = `/api/${this.project.id}/store/?sentry_key=${publicKey}`;
    return (await this.service.client.post(url).send({ message: 'late' })).status;
  }
}

/** Tests that an operation on one key requires a key of the project. */
export function describeKeyOperation(method: 'get' | 'put' | 'post' | 'delete', rest = ''): void {
  let fixture: KeyFixture;
  beforeAll(async () => (fixture = await KeyFixture.start()));
  afterAll(() => fixture.close());

  test('does not find the key of another project', async () => {
    const { service, project, token } = fixture;
    const sibling = await service.fixtures.project({ organization: project.organization });
    for (const other of [sibling.publicKey, 'f'.repeat(32), 'x']) {
      const { body } = await service.client.send(method, fixture.path(other, rest), token).expect(404);
      expect(body).toEqual({ detail: 'Key not found' });
    }
    await service.fixtures.event(sibling);
  });

  test('redirects from a former slug of the project', async () => {
    const { service, project, token } = fixture;
    const moved = await service.fixtures.project({ organization: project.organization });
    await service.client
      .put(moved.path, token)
      .send({ slug: `${moved.slug}-new` })
      .expect(200);
    const { headers } = await service.client
      .send(method, `${moved.path}keys/${moved.publicKey}/${rest}`, token)
      .expect(302);
    expect(headers['location']).toContain(`${moved.slug}-new/keys/${moved.publicKey}/${rest}`);
  });
}
