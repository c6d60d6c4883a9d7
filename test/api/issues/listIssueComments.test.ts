import { type CommentedIssue, openCommentedIssue } from '../../support/issueComments';
import { readLink } from '../../support/client';
let commented: CommentedIssue;
beforeAll(async () => (commented = await openCommentedIssue()));
afterAll(() => commented.service.close());

test('has the comments only, page by page', async () => {
  const { service, project, ann, notes, create, list } = commented;
  await create('one');
  await service.client.put(`${project.path}issues/`, ann).send({ status: 'resolved' }).expect(200);
  await create('two');
  const all = await list();
  expect(all.slice(0, 2).map(({ data }) => data.text)).toEqual(['two', 'one']);
  expect(all.map(({ type }) => type)).toEqual(all.map(() => 'comment'));
  const paged: unknown[] = [];
  for (let path = `${notes}?per_page=1`, isLast = false; !isLast;) {
    const response = await service.client.get(path, ann).expect(200);
    paged.push(...(response.body as unknown[]));
    const { next } = readLink(response);
    [path, isLast] = [next.path, !next.results];
  }
  expect(paged).toEqual(all);
});
