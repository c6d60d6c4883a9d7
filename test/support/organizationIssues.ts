import type { ProjectFixture } from './fixtures';
import type { Service } from './service';

export interface IssueRow {
  readonly id: string;
  readonly status: string;
}

/** An organization of its own for each test, with two projects, and requests about the issues of both. */
export class OrganizationIssues {
  shop!: ProjectFixture;
  admin!: ProjectFixture;
  token = '';

  constructor(private readonly service: Service) {
    beforeEach(async () => {
      this.shop = await service.fixtures.project();
      this.admin = await service.fixtures.project({ organization: this.shop.organization });
      this.token = await service.fixtures.token(this.shop.organization);
    });
  }

  path(query: string): string {
    return `/api/0/organizations/${this.shop.organization}/issues/${query}`;
  }

  async rows(project: ProjectFixture): Promise<IssueRow[]> {
    return (await this.service.client.get(`${project.path}issues/?query=`, this.token).expect(200)).body as IssueRow[];
  }

  /** Sends an event that opens the issue of a project, and returns the id of the issue. */
  async open(project: ProjectFixture): Promise<string> {
    await this.service.fixtures.event(project, { message: 'out of stock' });
    return (await this.rows(project))[0]?.id ?? '';
  }

  async statuses(): Promise<string[]> {
    return (await Promise.all([this.rows(this.shop), this.rows(this.admin)])).flat().map(({ status }) => status);
  }
}
