import { rulesOf } from '../../support/alertRules';
import { confirmAddress, CONFIRMATION_PATH, isTo, tokensTo } from '../../support/alertAddresses';
import type { ProjectFixture } from '../../support/fixtures';
import { MailServer, readMail } from '../../support/mailServer';
import { poll } from '../../support/process';
import { EAGER, type Service, startService } from '../../support/service';

let service: Service;
let project: ProjectFixture;
let token: string;
let address: string;
let mails: MailServer;
beforeAll(async () => {
  mails = await MailServer.start();
  service = await startService({ SMTP_URL: mails.url }, EAGER);
});
afterAll(async () => {
  await service.close();
  await mails.close();
});
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  address = `oncall@${project.slug}.test`;
  mails.mails.length = 0;
  mails.verdict = () => undefined;
});
afterEach(() => jest.useRealTimers());

/** Sets the clock, which then runs on. */
const setClock = (now: number): void =>
  void jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'performance'] });
const rules = (of = project, as = token) => rulesOf(service, of, as);
const email = (to = address) => ({ recipients: [{ type: 'email', address: to }] });
const confirm = (body: object) => service.client.post(CONFIRMATION_PATH).send(body);
const test_ = async (id: string, of = project, as = token) => {
  const { body } = await service.client.post(`${of.path}rules/${id}/test/`, as).expect(200);
  return body as [{ delivered: boolean; detail: string }, ...{ delivered: boolean }[]];
};
/** Waits until the owner of an address was asked this number of times, and returns the tokens. */
const waitForTokens = async (times: number, to = address): Promise<string[]> => {
  await poll(() => tokensTo(mails, to).length >= times);
  return tokensTo(mails, to);
};
const isConfirmed = async (id: string) => (await rules().get(id)).recipients.map((one) => one.isConfirmed);
const sentTo = (to: string) => mails.mails.filter((mail) => isTo(mail, to));

test('nothing but a question is sent to an address before its owner confirms it; tests are afterwards', async () => {
  const rule = await rules().create(email());
  expect(rule.recipients).toMatchObject([{ address, isConfirmed: false }]);
  const [secret] = await waitForTokens(1);
  const { body } = await confirm({ token: secret }).expect(200);
  const organization = { slug: project.organization, name: expect.any(String) as unknown };
  expect(body).toEqual({ organization, address, isConfirmed: true });
  expect(await isConfirmed(rule.id)).toEqual([true]);
  expect(sentTo(address)).toHaveLength(1);
  expect(await test_(rule.id)).toMatchObject([{ delivered: true }]);
  expect(sentTo(address)).toHaveLength(2);
});

test('the mail says who wants what, and that nothing is sent otherwise', async () => {
  await rules().create({
    ...email(),
    name: 'Buy at https://spam.test',
    conditions: [{ type: 'new' }, { type: 'regression' }],
  });
  await waitForTokens(1);
  const [mail] = sentTo(address);
  if (mail === undefined) throw new Error('no mail');
  const { text, html, headers } = readMail(mail);
  for (const part of [text, html.replaceAll('&quot;', '"')]) {
    expect(part).toContain(`ann@acme.test of the organization "${project.organization}" wants Culprit`);
    expect(part).toContain(`the project "${project.slug}": new issues, resolved issues that come back.`);
    expect(part).toContain('Otherwise ignore this mail: no alert is sent unless you confirm.');
    expect(part).toContain(`${service.url}/confirm-address#`);
    expect(part).not.toContain('spam');
  }
  expect(headers['subject']).toBe(`Confirm this address for alerts of ${project.organization}`);
});

test('a dry run and opening the link confirm nothing; the token can be sent again', async () => {
  const rule = await rules().create(email());
  const [secret] = await waitForTokens(1);
  await service.client.get('/confirm-address').expect(200);
  const { body } = await confirm({ token: secret, dryRun: true }).expect(200);
  expect(body).toMatchObject({ address, isConfirmed: false });
  expect(await isConfirmed(rule.id)).toEqual([false]);
  for (let times = 0; times < 2; times += 1) await confirm({ token: secret }).expect(200);
  const again = await confirm({ token: secret, dryRun: true }).expect(200);
  expect(again.body).toMatchObject({ address, isConfirmed: true });
  const { body: entries } = await service.client
    .get(`/api/0/organizations/${project.organization}/audit-logs/?event=alert_address.confirm`, token)
    .expect(200);
  expect(entries).toMatchObject([
    { actor: { type: 'recipient', email: null }, target: { name: address }, ipAddress: '127.0.0.1' },
  ]);
});

test('an unknown token, and one that a newer mail replaced, are 404', async () => {
  const rule = await rules().create(email());
  const [first] = await waitForTokens(1);
  expect(await test_(rule.id)).toMatchObject([
    {
      delivered: false,
      detail:
        'The owner of the address has not confirmed it, so that it receives no alerts. A mail that asks for it was sent now.',
    },
  ]);
  const [, second] = await waitForTokens(2);
  for (const wrong of ['unknown', first]) {
    const { body } = await confirm({ token: wrong }).expect(404);
    expect(body).toEqual({
      detail: expect.stringMatching(/^The link is unknown or older than 30 days, or a newer mail /),
    });
  }
  await confirm({ token: second }).expect(200);
});

test('a link is valid for thirty days', async () => {
  await rules().create(email());
  const [secret] = await waitForTokens(1);
  const then = Date.now() + 30 * 86_400_000;
  setClock(then);
  await confirm({ token: secret }).expect(404);
  jest.setSystemTime(then - 60_000);
  await confirm({ token: secret }).expect(200);
  jest.setSystemTime(then);
  await confirm({ token: secret }).expect(200);
});

test('an address is confirmed once for all projects of the organization, in any letters, and not for another one', async () => {
  await rules().create(email());
  await confirmAddress(service, mails, address);
  const second = await service.fixtures.project({ organization: project.organization });
  const shouted = address.toUpperCase();
  const rule = await rules(second).create(email(shouted));
  expect(rule.recipients).toMatchObject([{ address: shouted, isConfirmed: true }]);
  expect(await test_(rule.id, second)).toMatchObject([{ delivered: true }]);
  expect(tokensTo(mails, shouted)).toEqual([]);

  const other = await service.fixtures.project();
  const as = await service.fixtures.token(other.organization);
  const elsewhere = await rules(other, as).create(email());
  expect(elsewhere.recipients).toMatchObject([{ isConfirmed: false }]);
  await waitForTokens(1);
});

test('the address of a member needs no confirmation, until the member is removed', async () => {
  const { organization } = project;
  const bob = `bob@${project.slug}.test`;
  await service.fixtures.token(organization, { email: bob });
  const rule = await rules().create(email(bob.toUpperCase()));
  expect(rule.recipients).toMatchObject([{ isConfirmed: true }]);
  expect(await test_(rule.id)).toMatchObject([{ delivered: true }]);
  const members = `/api/0/organizations/${organization}/members/`;
  const { body } = await service.client.get(members, token).expect(200);
  const { id = '' } = (body as { id: string; email: string }[]).find((one) => one.email === bob) ?? {};
  await service.client.delete(`${members}${id}/`, token).expect(204);
  expect(await isConfirmed(rule.id)).toEqual([false]);
  expect(await test_(rule.id)).toMatchObject([{ delivered: false }]);
  expect(tokensTo(mails, bob.toUpperCase())).toHaveLength(1);
});

test('an owner is asked once: not by other rules within an hour, nor by changes of a rule that has the address', async () => {
  const rule = await rules().create(email());
  await waitForTokens(1);
  const change = (id: string, body: object) =>
    service.client
      .put(`${rules().path}${id}/`, token)
      .send({ name: 'Rule', conditions: [{ type: 'new' }], ...email(), ...body })
      .expect(200);
  await change(rule.id, { name: 'Other' });
  await rules().create(email(address.toUpperCase()));
  setClock(Date.now() + 3_600_001);
  await change(rule.id, { name: 'Another' });
  // Earlier questions have been asked, or not, once this one was.
  await rules().create({ name: 'Later', ...email(`later@${project.slug}.test`) });
  await waitForTokens(1, `later@${project.slug}.test`);
  expect(sentTo(address)).toHaveLength(1);
  await rules().create({ name: 'Next hour', ...email() });
  expect(await waitForTokens(2)).toHaveLength(2);
});

test('a mail server that refuses does not keep a rule from being created; a test says so, and asks again', async () => {
  mails.verdict = () => new Error('Busy');
  const rule = await rules().create(email());
  expect(await test_(rule.id)).toMatchObject([
    { delivered: false, detail: expect.stringMatching(/No mail that asks for it could be sent: .*Busy/s) },
  ]);
  mails.verdict = () => undefined;
  expect(await test_(rule.id)).toMatchObject([{ delivered: false, detail: expect.stringContaining('was sent now') }]);
  await confirmAddress(service, mails, address);
  expect(await test_(rule.id)).toMatchObject([{ delivered: true }]);
});

test('an organization asks the owner of an address three times in an hour, and says when it may again', async () => {
  const now = Date.UTC(2026, 10, 21, 12, 15);
  setClock(now);
  const rule = await rules().create(email());
  await waitForTokens(1);
  const details: string[] = [];
  for (let times = 0; times < 3; times += 1) details.push((await test_(rule.id))[0].detail);
  expect(details[1]).toContain('was sent now');
  expect(details[2]).toBe(
    'The owner of the address has not confirmed it, so that it receives no alerts. No mail that asks for it could be sent: 3 confirmation mails were sent from this organization to this address in this hour, which is the limit; the next one can be sent in 45 minutes.',
  );
  // The last mail is still valid.
  await confirm({ token: (await waitForTokens(3))[2] }).expect(200);
});

test('after sixty unknown tokens in a minute, further ones are refused', async () => {
  setClock(Date.UTC(2027, 0, 1));
  for (let times = 0; times < 60; times += 1) await confirm({ token: 'unknown' }).expect(404);
  const { body } = await confirm({ token: 'unknown' }).expect(429);
  expect(body).toEqual({
    detail: 'More than 60 unknown links were opened from your address in this minute; try again in 60 seconds.',
  });
});

test('confirmed addresses are removed with the organization', async () => {
  await rules().create(email());
  await confirmAddress(service, mails, address);
  const { database } = service.app;
  const findOrganizationId = async () => {
    const organization = await database.read(({ organizations }) => organizations.findBySlug(project.organization));
    return organization?.id;
  };
  const id = (await findOrganizationId()) ?? '';
  const confirmed = () => database.read(({ alertAddresses }) => alertAddresses.findConfirmed(id, [address]));
  expect([...(await confirmed())]).toEqual([address]);
  await service.client.delete(`/api/0/organizations/${project.organization}/`, token).expect((response) => {
    expect(response.status).toBeLessThan(300);
  });
  expect([...(await confirmed())]).toEqual([]);
});
