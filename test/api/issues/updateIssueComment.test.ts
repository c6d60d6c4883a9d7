import { type CommentedIssue, openCommentedIssue } from '../../support/issueComments';

interface ActivityRecord {
  readonly id: string;
  readonly user: { readonly id: string } | null;
  readonly data: { readonly dateEdited?: string; readonly editedBy?: string };
}

let commented: CommentedIssue;
beforeAll(async () => (commented = await openCommentedIssue()));
afterAll(() => commented.service.close());

test('changes the text, of a comment of others with event:admin only', async () => {
  const { service, ann, bob, notes, create, list } = commented;
  const { id } = await create('mine', ann);
  const path = `${notes}${id}/`;
  const { body } = await service.client.put(path, bob).send({ text: 'his' }).expect(403);
  expect(body).toMatchObject({ requiredScopes: ['event:admin'] });
  expect((await list())[0]?.data.text).toBe('mine');
  const own = await create('written by bob', bob);
  for (const [bearer, text] of [
    [bob, 'changed by bob'],
    [ann, 'changed by ann'],
  ] as const) {
    const changed = await service.client.put(`${notes}${own.id}/`, bearer).send({ text }).expect(200);
    const edit = { dateEdited: expect.any(String), editedBy: expect.any(String) };
    expect(changed.body).toEqual({ ...own, data: { text, ...edit } });
  }
  expect((await list())[0]?.data.text).toBe('changed by ann');
});

test('says who edited the text last, and when', async () => {
  const { service, issuePath, notes, ann, bob, create, list } = commented;
  const { id, user } = await create('first', bob);
  const written = (await list()).find((one) => one.id === id)?.data;
  expect(written).toEqual({ text: 'first' });
  const before = Date.now();
  await service.client.put(`${notes}${id}/`, ann).send({ text: 'second' }).expect(200);
  const entryOf = async () => {
    const { body } = await service.client.get(`${issuePath}activities/`, ann).expect(200);
    return (body as { activity: ActivityRecord[] }).activity.find((one) => one.id === id);
  };
  const edited = await entryOf();
  expect(edited?.user).toEqual(user);
  expect(edited?.data).toEqual({ text: 'second', dateEdited: expect.any(String), editedBy: expect.any(String) });
  expect(edited?.data.editedBy).not.toBe(edited?.user?.id);
  expect(Date.parse(edited?.data.dateEdited ?? '')).toBeGreaterThanOrEqual(before);
  await service.client.put(`${notes}${id}/`, bob).send({ text: 'second' }).expect(200);
  expect(await entryOf()).toEqual(edited);
});

test('finds comments only, of this issue', async () => {
  const { service, project, ann, issuePath, notes } = commented;
  await service.client.put(`${project.path}issues/`, ann).send({ status: 'ignored' }).expect(200);
  const { body } = await service.client.get(`${issuePath}activities/`, ann).expect(200);
  const [{ id }] = (body as { activity: [{ id: string }] }).activity;
  for (const one of [id, '0', '999999', 'x'])
    await service.client.put(`${notes}${one}/`, ann).send({ text: 'x' }).expect(404);
});
