import { type CommentedIssue, openCommentedIssue } from '../../support/issueComments';

let commented: CommentedIssue;
beforeAll(async () => (commented = await openCommentedIssue()));
afterAll(() => commented.service.close());

test('adds a comment to the issue and its activities', async () => {
  const { service, ann, bob, issuePath, create, list, numComments } = commented;
  const before = await numComments();
  const text = '**Retry** <b>helps</b>, @ann@acme.test\n☃ 😀';
  const comment = await create(`  ${text} `, bob);
  expect(comment).toMatchObject({ type: 'comment', user: { email: 'bob@acme.test' }, data: { text } });
  expect((await list())[0]).toEqual(comment);
  expect(await numComments()).toBe(before + 1);
  const { body } = await service.client.get(`${issuePath}activities/`, ann).expect(200);
  expect((body as { activity: unknown[] }).activity[0]).toEqual(comment);
});

test.each([
  ['blank', '\n ', 'This field may not be blank.'],
  ['empty', '', 'This field may not be blank.'],
  ['too long', 'x'.repeat(10_001), 'Ensure this field has no more than 10000 characters.'],
  ['a number', 7, 'Not a valid string.'],
])('is refused with a text that is %s', async (_, text, message) => {
  const { service, ann, notes, numComments } = commented;
  const before = await numComments();
  const { body } = await service.client.post(notes, ann).send({ text }).expect(400);
  expect(body).toEqual({ text: [message] });
  expect(await numComments()).toBe(before);
});
