import { useOwnService } from '../../support/service';

const service = useOwnService();

test('switches one filter, which getProject then shows', async () => {
  const { slug: organization } = await service.fixtures.organization();
  const { path, row } = await service.fixtures.project({ organization });
  const token = await service.fixtures.token(organization);
  const put = (id: string, body: object) => service.client.put(`${path}filters/${id}/`, token).send(body);
  const settings = async () => {
    const { body } = await service.client.get(path, token).expect(200);
    return [body.options['filters:chunk-load-error'], body.options['filters:react-hydration-errors']];
  };
  expect(await settings()).toEqual([true, true]);
  await put('react-hydration-errors', { active: false }).expect(204);
  expect(await settings()).toEqual([true, false]);
  await put('chunk-load-error', { active: false }).expect(204);
  await put('react-hydration-errors', { active: true }).expect(204);
  expect(await settings()).toEqual([false, true]);
  const { rows } = await service.app.database.read(({ auditLog }) =>
    auditLog.list(row.organizationId, {}, { cursor: null, size: 10 }),
  );
  const changes = rows.filter(({ event }) => event === 'project.update');
  expect(changes.map(({ details }) => details['fields'])).toEqual([['options'], ['options'], ['options']]);
  for (const body of [{}, { active: 'yes' }, { active: true, subfilters: [] }])
    await put('chunk-load-error', body).expect(400);
});
