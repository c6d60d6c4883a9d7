import type { ProjectFixture } from './fixtures';
import type { Service } from './service';

export interface TagValue {
  readonly value: string;
  readonly count: number;
  readonly share: number;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
}

export interface Tag {
  readonly key: string;
  readonly totalValues: number;
  readonly uniqueValues: number;
  readonly countedEvents: number;
  readonly isSample: boolean;
  readonly topValues: readonly TagValue[];
}

/** An hour ago, in seconds since 1970. */
export const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;

/** Returns the time of an event that was sent with this second, as replies have it. */
export function timeOf(second: number): string {
  return new Date((HOUR_AGO + second) * 1000).toISOString().replace('.000', '');
}

export function countsOf(values: readonly TagValue[]): [string, number][] {
  return values.map(({ value, count }) => [value, count]);
}

/** A project of its own for each test, the first issue of which has tags. */
export class TaggedIssue {
  project!: ProjectFixture;
  token = '';

  constructor(private readonly service: Service) {
    beforeEach(async () => {
      this.project = await service.fixtures.project();
      this.token = await service.fixtures.token(this.project.organization);
    });
  }

  /** Sends an event of the issue, in this second after a fixed time. */
  send(second: number, tags: Record<string, string>, payload: object = {}): Promise<string> {
    return this.service.fixtures.event(this.project, {
      message: 'late',
      timestamp: HOUR_AGO + second,
      tags,
      ...payload,
    });
  }

  path(rest = '', organization = this.project.organization): string {
    return `/api/0/organizations/${organization}/issues/${this.project.slug.toUpperCase()}-1/tags/${rest}`;
  }

  async list(query = ''): Promise<Tag[]> {
    return (await this.service.client.get(this.path(query), this.token).expect(200)).body as Tag[];
  }

  async get(key: string, query = ''): Promise<Tag> {
    return (await this.service.client.get(this.path(`${key}/${query}`), this.token).expect(200)).body as Tag;
  }
}
