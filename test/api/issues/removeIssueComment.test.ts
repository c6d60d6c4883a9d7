import { type CommentedIssue, openCommentedIssue } from '../../support/issueComments';

let commented: CommentedIssue;
beforeAll(async () => (commented = await openCommentedIssue()));
afterAll(() => commented.service.close());

test('removes a comment, of others with event:admin only', async () => {
  const { service, ann, bob, notes, create, list, numComments } = commented;
  const before = await list();
  const [mine, his] = [await create('mine', ann), await create('his', bob)];
  await service.client.delete(`${notes}${mine.id}/`, bob).expect(403);
  await service.client.delete(`${notes}${his.id}/`, bob).expect(204);
  await service.client.delete(`${notes}${mine.id}/`, ann).expect(204);
  await service.client.delete(`${notes}${mine.id}/`, ann).expect(404);
  expect(await list()).toEqual(before);
  expect(await numComments()).toBe(before.length);
});
