import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';

const service = useOwnService({ SMTP_URL: 'smtp://127.0.0.1:9' });
let project: ProjectFixture;
let ann: string;
let bob: string;

beforeEach(async () => {
  const { slug: organization } = await service.fixtures.organization();
  const { slug: team } = await service.fixtures.team({ organization });
  project = await service.fixtures.project({ organization, team });
  ann = await service.fixtures.token(organization, { email: 'ann@acme.test', teams: [team], scopes: ['alerts:write'] });
  bob = await service.fixtures.token(organization, { email: 'bob@acme.test', teams: [team], scopes: ['alerts:write'] });
});

const path = () => `${project.path}alert-settings/`;
const put = (body: object, token = ann) => service.client.put(path(), token).send(body);
const recipients = async () =>
  (await service.app.database.read(({ alerts }) => alerts.findRecipients(project.row))).map(({ email }) => email);

test('disables and enables the mails of the caller only', async () => {
  expect((await put({ mail: false }).expect(200)).body).toMatchObject({
    mail: false,
    status: 'disabled',
    email: 'ann@acme.test',
  });
  expect((await put({ mail: false }).expect(200)).body).toMatchObject({ mail: false });
  expect(await recipients()).toEqual(['bob@acme.test']);
  expect((await service.client.get(path(), bob).expect(200)).body).toMatchObject({ mail: true, status: 'active' });
  expect((await put({ mail: true }).expect(200)).body).toMatchObject({ mail: true, status: 'active' });
  expect(await recipients()).toEqual(['ann@acme.test', 'bob@acme.test']);
});

test('changes the setting of one project only', async () => {
  const other = await service.fixtures.project({ organization: project.organization });
  await put({ mail: false }).expect(200);
  expect((await service.client.get(`${other.path}alert-settings/`, ann).expect(200)).body).toMatchObject({
    mail: true,
  });
});

test.each([
  [{}, { mail: ['This field is required.'] }],
  [{ mail: 'no' }, { mail: ['Must be a valid boolean.'] }],
  [{ mail: null }, { mail: ['This field may not be null.'] }],
  [{ mail: false, webhook: true }, { webhook: ['Unknown field "webhook"; accepted are mail.'] }],
])('rejects %j with an error for each invalid field, and changes nothing', async (body, errors) => {
  expect((await put(body).expect(400)).body).toEqual(errors);
  expect(await recipients()).toEqual(['ann@acme.test', 'bob@acme.test']);
});

test('requires alerts:write', async () => {
  const token = await service.fixtures.token(project.organization, { scopes: ['alerts:read', 'project:admin'] });
  expect((await put({ mail: false }, token).expect(403)).body).toMatchObject({ requiredScopes: ['alerts:write'] });
});
