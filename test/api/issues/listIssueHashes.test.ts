import { useOwnService } from '../../support/service';

const service = useOwnService();
let organization: string;
beforeAll(async () => {
  const project = await service.fixtures.project();
  organization = project.organization;
  await service.fixtures.event(project, { fingerprint: ['a'] });
});

test('has each hash with its events', async () => {
  const token = await service.fixtures.token(organization);
  const { body } = await service.client.get(`/api/0/organizations/${organization}/issues/1/hashes/`, token).expect(200);
  expect(body).toEqual([
    { id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, count: 1, latestEvent: expect.any(Object) as object },
  ]);
});
