import type { ProjectFixture } from './fixtures';
import { type Service, startService } from './service';

interface Comment {
  readonly id: string;
  readonly type: string;
  readonly user: { readonly email: string } | null;
  readonly data: { readonly text: string };
}

/** A service with an issue that has one comment. */
export interface CommentedIssue {
  readonly service: Service;
  readonly project: ProjectFixture;
  /** Of the member who wrote the comment, with all scopes. */
  readonly ann: string;
  /** Of another member, with event:write. */
  readonly bob: string;
  readonly issuePath: string;
  /** The path of its comments. */
  readonly notes: string;
  create(text: string, token?: string): Promise<Comment>;
  list(): Promise<Comment[]>;
  numComments(): Promise<number>;
}

/** Starts a service and comments on an issue. */
export async function openCommentedIssue(): Promise<CommentedIssue> {
  const service = await startService();
  const project = await service.fixtures.project();
  const ann = await service.fixtures.token(project.organization);
  const bob = await service.fixtures.token(project.organization, { email: 'bob@acme.test', scopes: ['event:write'] });
  await service.fixtures.event(project);
  const issuePath = `/api/0/organizations/${project.organization}/issues/${project.slug}-1/`;
  const notes = `${issuePath}notes/`;
  const commented: CommentedIssue = {
    service,
    project,
    ann,
    bob,
    issuePath,
    notes,
    create: async (text, token = ann) =>
      (await service.client.post(notes, token).send({ text }).expect(201)).body as Comment,
    list: async () => (await service.client.get(notes, ann).expect(200)).body as Comment[],
    numComments: async () => {
      const { body } = await service.client.get(issuePath, ann).expect(200);
      return (body as { numComments: number }).numComments;
    },
  };
  await commented.create('the first one');
  return commented;
}
