import { useOwnService } from '../../support/service';

const service = useOwnService();

test('lists the members of the teams of the project, each once', async () => {
  const { slug: organization } = await service.fixtures.organization();
  for (const slug of ['web', 'ops']) await service.fixtures.team({ organization, slug });
  const shop = await service.fixtures.project({ organization, team: 'web' });
  await service.fixtures.bind(shop, await service.fixtures.team({ organization, slug: 'app' }));
  const token = await service.fixtures.token(organization, { teams: ['web', 'app'] });
  for (const [email, teams] of [
    ['bob@acme.test', ['ops']],
    ['kim@acme.test', ['app', 'ops']],
  ] as const)
    // prettier-ignore
    await service.fixtures.token(organization, { email, teams });
  const { body } = await service.client.get(`${shop.path}members/`, token).expect(200);
  expect(body).toMatchObject([
    { email: 'ann@acme.test', teams: ['app', 'web'] },
    { email: 'kim@acme.test', teams: ['app', 'ops'] },
  ]);
});
