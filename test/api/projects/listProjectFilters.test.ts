import { useOwnService } from '../../support/service';

const service = useOwnService();

test('lists the filters that updateProject switches', async () => {
  const { slug: organization } = await service.fixtures.organization();
  const { path } = await service.fixtures.project({ organization });
  const token = await service.fixtures.token(organization);
  const list = async () => (await service.client.get(`${path}filters/`, token).expect(200)).body as unknown;
  const both = (chunks: boolean, hydration: boolean) => [
    { id: 'chunk-load-error', active: chunks },
    { id: 'react-hydration-errors', active: hydration },
  ];
  expect(await list()).toEqual(both(true, true));
  const set = (options: object) => service.client.put(path, token).send({ options }).expect(200);
  await set({ 'filters:chunk-load-error': false });
  expect(await list()).toEqual(both(false, true));
  await set({ 'filters:react-hydration-errors': false });
  expect(await list()).toEqual(both(false, false));
});
