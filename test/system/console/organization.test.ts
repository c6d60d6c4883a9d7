import { readFileSync } from 'node:fs';
import { MailServer, readMail } from '../../support/mailServer';
import { poll } from '../../support/process';
import { EAGER, type Service, startService } from '../../support/service';
import { REPOSITORY, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';
import { type Console, type ConsoleOptions, describeInBrowser, openConsole, PHONE } from '../support/console';

describeInBrowser('the pages of an organization', () => {
  let service: Service;
  let organization: string;
  let mails: MailServer;
  let tickets: TicketServer;
  beforeAll(async () => {
    mails = await MailServer.start();
    tickets = await TicketServer.start();
    service = await startService({ SMTP_URL: mails.url, ...TICKET_ENVIRONMENT }, EAGER);
  });
  afterAll(async () => {
    await service.close();
    await mails.close();
    await tickets.close();
  });
  beforeEach(async () => {
    organization = (await service.fixtures.organization()).slug;
    mails.mails.length = 0;
    await service.fixtures.team({ organization, slug: 'backend' });
  });

  const open = (options: ConsoleOptions = {}) => openConsole(service, { organization, ...options });
  /** Returns the text that the last button to copy put into the clipboard. */
  const copied = ({ page }: Console) => page.evaluate<string>('navigator.clipboard.readText()');
  const row = ({ page }: Console, text: string) => page.getByRole('row').filter({ hasText: text });
  /** Opens the menu of a member or a team, and chooses from it. */
  async function choose({ page }: Console, of: string, item: string): Promise<void> {
    await page.getByRole('button', { name: `Actions for ${of}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }

  test('a member is invited, chooses a password and signs in', async () => {
    const tab = await open();
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto('settings/');
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Invite a member' }).click();
    const form = tab.page.getByRole('dialog', { name: 'Invite a member' });
    await form.getByLabel('backend').check();
    await tab.axe();
    await form.getByLabel('E-mail address').fill('ann@acme.test');
    tab.expectReply('post', /\/members\/$/, 400);
    await form.getByRole('button', { name: 'Invite' }).click();
    await form.getByRole('alert').getByText('ann@acme.test').waitFor();
    await form.getByLabel('E-mail address').fill('bob@acme.test');
    await form.getByLabel('Role').selectOption('Admin: changes projects and teams too');
    await form.getByRole('button', { name: 'Invite' }).click();
    const dialog = tab.page.getByRole('dialog', { name: 'Invitation for bob@acme.test' });
    await dialog.getByText(/A mail with this link is on its way to bob@acme.test/).waitFor();
    await dialog.getByRole('button', { name: 'Copy the link' }).click();
    await dialog.getByText('Copied').waitFor();
    await tab.axe();
    const link = await copied(tab);
    expect(await dialog.getByRole('textbox').inputValue()).toBe(link);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row(tab, 'bob@acme.test').getByText('Admin').waitFor();
    await row(tab, 'bob@acme.test').getByText('backend').waitFor();
    await row(tab, 'bob@acme.test').getByText('Invited, until').waitFor();
    await tab.axe();

    await poll(() => mails.mails.some(({ to }) => to.includes('bob@acme.test')));
    const mail = mails.mails.find(({ to }) => to.includes('bob@acme.test'));
    expect(mail && readMail(mail).text).toContain(link);
    const other = await openConsole(service, { organization, isSignedOut: true, viewport: PHONE });
    await other.page.goto(link);
    await other.page.getByRole('heading', { level: 1, name: 'Join Culprit' }).waitFor();
    await other.page.getByText(/You are invited to .*, as bob@acme.test/).waitFor();
    await other.axe();
    await other.expectToFit();
    // The keyboard alone: the first field has the focus.
    await other.page.keyboard.type('too short');
    await other.page.keyboard.press('Enter');
    await other.page.getByText('At least 12 characters: not yet').waitFor();
    await other.axe();
    await other.page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
    await other.page.getByText('At least 12 characters: done').waitFor();
    await other.page.getByLabel('The same password again').fill('correct horse battery staple');
    await other.page.keyboard.press('Enter');
    await other.page.waitForURL(/\/organizations\//);
    await other.page.getByRole('button', { name: 'Your account: bob@acme.test' }).waitFor();
    await tab.page.reload();
    await row(tab, 'bob@acme.test').getByText('Admin').waitFor();
    expect(await tab.page.getByText('Invited, until').count()).toBe(0);

    await other.page.getByRole('button', { name: /^Your account/ }).click();
    await other.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.page.goto('about:blank');
    await other.page.goto(link);
    await other.page.getByText('This link was used already. Sign in with your password').waitFor();
    await other.axe();
  });

  test('a second invitation replaces the first, and is revoked', async () => {
    const tab = await open({ viewport: PHONE });
    const links: string[] = [];
    /** Invites bob, and keeps the link. */
    const invite = async (role: string): Promise<void> => {
      await tab.page.getByRole('button', { name: 'Invite a member' }).click();
      const form = tab.page.getByRole('dialog', { name: 'Invite a member' });
      await form.getByLabel('E-mail address').fill('bob@acme.test');
      await form.getByLabel('Role').selectOption(role);
      await form.getByRole('button', { name: 'Invite' }).click();
      await done();
    };
    const done = async (): Promise<void> => {
      const dialog = tab.page.getByRole('dialog', { name: 'Invitation for bob@acme.test' });
      links.push(await dialog.getByRole('textbox').inputValue());
      await dialog.getByRole('button', { name: 'Done' }).click();
    };
    await tab.goto('settings/');
    await invite('Member: reads everything, works on issues');
    await row(tab, 'bob@acme.test').getByText('Invited, until').waitFor();
    await invite('Admin: changes projects and teams too');
    await row(tab, 'bob@acme.test').getByText('Admin').waitFor();
    await choose(tab, 'bob@acme.test', 'Send the invitation again…');
    await done();
    await tab.expectToFit();
    await choose(tab, 'bob@acme.test', 'Revoke the invitation…');
    await tab.axe();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Revoke the invitation' }).click();
    await row(tab, 'bob@acme.test').getByText('Invitation revoked on').waitFor();
    expect(new Set(links).size).toBe(3);
    const other = await openConsole(service, { organization, isSignedOut: true, locale: 'de-DE' });
    for (const [index, text] of [
      'Eine neuere Einladung hat diese ersetzt. Öffnen Sie den Link der neuesten.',
      'Eine neuere Einladung hat diese ersetzt. Öffnen Sie den Link der neuesten.',
      'Dieser Link wurde widerrufen. Bitten Sie einen Manager Ihrer Organisation um einen neuen.',
    ].entries()) {
      await other.page.goto('about:blank');
      await other.page.goto(links[index] ?? '');
      await other.page.getByText(text).waitFor();
    }
    await choose(tab, 'bob@acme.test', 'Send the invitation again…');
    await done();
    await row(tab, 'bob@acme.test').getByText('Invited, until').waitFor();
  });

  test('a member gets another role and other teams, a new link, and is removed', async () => {
    const bob = { email: 'bob@acme.test', role: 'admin' };
    await service.fixtures.token(organization, { ...bob, scopes: ['org:read'], teams: ['backend'] });
    const tab = await open();
    await tab.goto('settings/');
    await choose(tab, 'bob@acme.test', 'New sign-in link…');
    await tab.page.getByRole('dialog', { name: 'Sign-in link for bob@acme.test' }).waitFor();
    await tab.page.getByRole('button', { name: 'Done' }).click();
    await choose(tab, 'bob@acme.test', 'Change role and teams…');
    const edited = tab.page.getByRole('dialog', { name: 'bob@acme.test' });
    await edited.getByLabel('Role').selectOption('Member: reads everything, works on issues');
    await edited.getByLabel('backend').uncheck();
    await tab.axe();
    await edited.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByText('bob@acme.test was changed.').waitFor();
    await row(tab, 'bob@acme.test').getByText('Member').waitFor();

    await choose(tab, 'bob@acme.test', 'Remove…');
    await tab.axe();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Remove the member' }).click();
    await tab.page.getByText('bob@acme.test was removed.').waitFor();
    await row(tab, 'bob@acme.test').waitFor({ state: 'detached' });
  });

  test('the only owner cannot be removed, and is told why', async () => {
    const tab = await open();
    await tab.goto('settings/');
    await choose(tab, 'ann@acme.test', 'Remove…');
    tab.expectReply('delete', /\/members\/\d+\/$/, 400);
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Remove the member' }).click();
    await tab.page.getByRole('dialog').getByRole('alert').getByText('The organization has no other member').waitFor();
    await tab.page.getByRole('button', { name: 'Cancel' }).click();
    await choose(tab, 'ann@acme.test', 'Remove…');
    await tab.page.getByRole('dialog').getByText('Their sessions and tokens end at once.').waitFor();
    expect(await tab.page.getByRole('dialog').getByRole('alert').count()).toBe(0);
  });

  test('the tokens of a member are revoked', async () => {
    await service.fixtures.token(organization, { email: 'bob@acme.test', role: 'member', scopes: ['org:read'] });
    const tab = await open({ viewport: PHONE });
    await tab.goto('settings/');
    await choose(tab, 'bob@acme.test', 'Tokens…');
    const dialog = tab.page.getByRole('dialog', { name: 'Tokens of bob@acme.test' });
    await dialog.getByText('org:read').waitFor();
    await tab.axe();
    await dialog.getByRole('button', { name: 'Revoke without a name' }).click();
    await tab.page
      .getByRole('dialog', { name: /^Revoke the token/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await dialog.getByText('No token yet').waitFor();
  });

  test('a team is created, gets members, is renamed and removed', async () => {
    await service.fixtures.link(organization, { email: 'bob@acme.test', role: 'member' });
    const { slug: project } = await service.fixtures.project({ organization, team: 'backend' });
    const tab = await open();
    await tab.goto('settings/teams/');
    await row(tab, '#backend').getByRole('link', { name: project }).waitFor();
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Create a team' }).click();
    await tab.page.getByLabel('Name', { exact: true }).fill('Front end');
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await row(tab, '#front-end').waitFor();

    await choose(tab, 'Front end', 'Members…');
    const members = tab.page.getByRole('dialog', { name: 'Members of Front end' });
    await members.getByLabel('bob@acme.test').check();
    await row(tab, '#front-end').getByText('bob@acme.test').waitFor();
    await tab.axe();
    await members.getByLabel('bob@acme.test').uncheck();
    await row(tab, '#front-end').getByText('bob@acme.test').waitFor({ state: 'detached' });
    await tab.page.keyboard.press('Escape');
    await members.waitFor({ state: 'detached' });

    await choose(tab, 'Front end', 'Rename…');
    await tab.page.getByLabel('Name', { exact: true }).fill('Web');
    await tab.page.getByLabel('Slug').fill('backend');
    tab.expectReply('put', /\/teams\/.*\/front-end\/$/, 400);
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByRole('dialog').getByRole('alert').waitFor();
    await tab.page.getByLabel('Slug').fill('web');
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await row(tab, '#web').waitFor();

    await choose(tab, 'Web', 'Remove…');
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Remove the team' }).click();
    await row(tab, '#web').waitFor({ state: 'detached' });
    await choose(tab, 'backend', 'Remove…');
    tab.expectReply('delete', /\/teams\/.*\/backend\/$/, 400);
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Remove the team' }).click();
    await tab.page.getByRole('dialog').getByRole('alert').getByText(project).waitFor();
  });

  test('a token is shown once, works, is renamed, and is revoked', async () => {
    const tab = await open();
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto('settings/tokens/');
    await tab.page.getByRole('heading', { name: 'No token yet' }).waitFor();
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Create a token' }).click();
    const form = tab.page.getByRole('dialog', { name: 'Create a token' });
    await form.getByLabel('Name').fill('Deployment');
    await form.getByLabel('Valid for').selectOption('30 days');
    // No token of an organization has this scope, although its creator does.
    expect(await form.getByLabel('org:admin').count()).toBe(0);
    await tab.axe();
    await form.getByRole('button', { name: 'Create a token' }).click();
    const dialog = tab.page.getByRole('dialog', { name: 'Your new token' });
    await dialog.getByRole('button', { name: 'Copy the token' }).click();
    await dialog.getByText('Copied').waitFor();
    const token = await copied(tab);
    await service.client.get(`/api/0/organizations/${organization}/`, token).expect(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row(tab, 'Deployment').getByText('org:read').waitFor();
    await tab.page.getByText(token).waitFor({ state: 'detached' });
    await row(tab, 'Deployment')
      .getByText(`…${token.slice(-4)}`)
      .waitFor();
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Rename Deployment' }).click();
    const renaming = tab.page.getByRole('dialog', { name: 'Rename Deployment' });
    await renaming.getByLabel('Name').fill('Nightly build');
    await tab.axe();
    await renaming.getByRole('button', { name: 'Save' }).click();
    await renaming.waitFor({ state: 'detached' });
    await row(tab, 'Nightly build').getByText('org:read').waitFor();
    await service.client.get(`/api/0/organizations/${organization}/`, token).expect(200);
    await tab.page.getByRole('button', { name: 'Revoke Nightly build' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await tab.page.getByRole('heading', { name: 'No token yet' }).waitFor();
    await service.client.get(`/api/0/organizations/${organization}/`, token).expect(401);
  });

  test('the purpose of a token ticks its scopes, each of which says what it allows', async () => {
    const tab = await open({ viewport: PHONE });
    await tab.goto('settings/tokens/');
    await tab.page.getByRole('button', { name: 'Create a token' }).click();
    const form = tab.page.getByRole('dialog', { name: 'Create a token' });
    const purpose = (name: string) => form.getByRole('radio', { name, exact: true });
    const ticked = () =>
      tab.page.evaluate<string[]>(
        `[...document.querySelectorAll('[role=dialog] :checked[type=checkbox]')].map((box) => box.labels[0].textContent)`,
      );
    expect(await purpose('Uploads in CI').isChecked()).toBe(true);
    expect(await ticked()).toEqual(['org:read', 'project:read', 'project:releases']);
    // The arrow keys choose another purpose.
    await purpose('Uploads in CI').focus();
    await tab.page.keyboard.press('ArrowDown');
    expect(await purpose('Read').isChecked()).toBe(true);
    const reading = ['alerts:read', 'event:read', 'member:read', 'org:read', 'project:read', 'team:read'];
    expect(await ticked()).toEqual(reading);
    await purpose('Everything').check();
    expect(await ticked()).toHaveLength(await form.getByRole('checkbox').count());
    await purpose('Read').check();
    await form.getByRole('checkbox', { name: 'event:write' }).check();
    expect(await purpose('Custom').isChecked()).toBe(true);
    expect(await ticked()).toEqual([...reading, 'event:write'].toSorted());
    const line = await form.getByRole('checkbox', { name: 'event:write' }).getAttribute('aria-describedby');
    await form.locator(`[id="${line}"]`).getByText('Also change, assign, merge and comment on issues').waitFor();
    await tab.axe();
    await tab.expectToFit();
    await form.getByLabel('Name').fill('Reports');
    await form.getByRole('button', { name: 'Create a token' }).click();
    await tab.page.getByRole('dialog', { name: 'Your new token' }).getByRole('button', { name: 'Done' }).click();
    await row(tab, 'Reports').getByText('7 scopes').waitFor();
  });

  test('the audit log is read page by page, and filtered by event and by who did it', async () => {
    const token = await service.fixtures.token(organization, { email: 'bob@acme.test' });
    for (let index = 0; index < 60; index += 1)
      await service.client
        .put(`/api/0/organizations/${organization}/`, token)
        .send({ name: `Name ${index}` })
        .expect(200);
    const tab = await open();
    await tab.goto('settings/audit-log/');
    const updates = row(tab, 'organization.update');
    expect(await tab.page.getByRole('row').count()).toBe(51);
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Next' }).click();
    await row(tab, 'team.create').waitFor();
    await tab.page.getByRole('button', { name: 'Previous' }).click();
    await row(tab, 'session.create').waitFor();
    await tab.page.getByRole('searchbox').fill('session.create');
    await tab.page.keyboard.press('Enter');
    await updates.first().waitFor({ state: 'detached' });
    await row(tab, 'ann@acme.test').first().waitFor();
    await tab.page.getByLabel('By').selectOption('bob@acme.test');
    await tab.page.getByText('Nothing that fits was changed.').waitFor();
    await tab.axe();
    await tab.page.getByRole('searchbox').fill('');
    await updates.first().waitFor();
    tab.expectReply('get', /\/audit-logs\/$/, 400);
    await tab.page.getByRole('searchbox').fill('updates');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByText('Invalid event: use a noun and a verb such as project.update.').waitFor();
  });

  test('the settings are changed, and a new slug leads to the new address', async () => {
    const tab = await open();
    await tab.goto('settings/general/');
    await tab.axe();
    await tab.page.getByLabel('Name', { exact: true }).fill('Acme and Sons');
    const save = tab.page.getByRole('button', { name: 'Save: Settings', exact: true });
    await tab.page.getByLabel('Days that events are kept').fill('-1');
    // The browser refuses text that is no number of days.
    await save.click();
    await tab.page.getByLabel('Days that events are kept').fill('30');
    await tab.page.getByLabel('Slug').fill(`${organization}-new`);
    await save.click();
    await tab.page.waitForURL(new RegExp(`/organizations/${organization}-new/settings/general/$`));
    await tab.page.getByRole('heading', { level: 1, name: 'Acme and Sons' }).waitFor();
    await tab.settle();
    await tab.page.reload();
    await tab.settle();
    expect(await tab.page.getByLabel('Days that events are kept').inputValue()).toBe('30');
  });

  test('an organization is removed by owners who type its slug, and all are signed out', async () => {
    const token = await service.fixtures.token(organization);
    const manager = await open({ email: 'max@acme.test', role: 'manager' });
    await manager.goto('settings/general/');
    expect(await manager.page.getByRole('button', { name: 'Remove the organization…' }).count()).toBe(0);
    const tab = await open();
    await tab.goto('settings/general/');
    await tab.page.getByRole('button', { name: 'Remove the organization…' }).click();
    const button = tab.page.getByRole('dialog').getByRole('button', { name: 'Remove the organization' });
    expect(await button.isDisabled()).toBe(true);
    await tab.axe();
    await tab.page.getByLabel(`Type ${organization} to confirm`).fill(organization);
    await button.click();
    await tab.page.waitForURL(`${service.url}/sign-in`);
    await tab.page.getByLabel('Password').waitFor();
    await service.client.get(`/api/0/organizations/${organization}/`, token).expect(401);
  });

  test.each(['', 'teams/', 'tokens/', 'audit-log/', 'general/'])('fits a phone: settings/%s', async (section) => {
    const tab = await open({ viewport: PHONE });
    await tab.goto(`settings/${section}`);
    await tab.expectToFit();
    await tab.axe();
    await tab.page.setViewportSize({ ...PHONE, width: 320 });
    await tab.expectToFit();
  });

  test.each([
    ['member', true],
    ['admin', true],
    ['manager', false],
    ['owner', false],
  ])('a role sees what it may not change, and why: %s', async (role, isReadOnly) => {
    const { slug: project } = await service.fixtures.project({ organization, team: 'backend' });
    const tab = await open({ email: `${role}@acme.test`, role });
    await tab.goto('settings/');
    await row(tab, `${role}@acme.test`).getByText('you').waitFor();
    const reasons = {
      '': 'Managers and owners invite members and change their roles.',
      'tokens/': 'Managers and owners see and create the tokens of the organization.',
      'audit-log/': 'Managers and owners see the audit log.',
      'import/': 'Managers and owners import projects.',
      'general/': 'Managers and owners change these settings.',
    };
    for (const [section, reason] of Object.entries(reasons)) {
      await tab.goto(`settings/${section}`);
      expect(await tab.page.getByText(reason).count()).toBe(isReadOnly ? 1 : 0);
      if (section === '') {
        expect(await tab.page.getByRole('button', { name: 'Invite a member' }).count()).toBe(isReadOnly ? 0 : 1);
        expect(await tab.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(isReadOnly ? 0 : 1);
      }
      if (isReadOnly) await tab.axe();
    }
    expect(await tab.page.getByLabel('Name', { exact: true }).isEditable()).toBe(!isReadOnly);
    // Only owners have the form of the second factor.
    const forms = role === 'owner' ? 2 : 1;
    expect(await tab.page.getByRole('button', { name: 'Save' }).count()).toBe(isReadOnly ? 0 : forms);
    const mayNotChangeTeams = role === 'member';
    await tab.goto('settings/teams/');
    expect(await tab.page.getByRole('button', { name: 'Create a team' }).count()).toBe(mayNotChangeTeams ? 0 : 1);
    expect(await tab.page.getByText(/Admins, managers and owners create and change teams/).count()).toBe(
      mayNotChangeTeams ? 1 : 0,
    );
    await tab.goto(`projects/${project}/settings/`);
    expect(await tab.page.getByLabel('Name', { exact: true }).isDisabled()).toBe(mayNotChangeTeams);
  });

  test('the keyboard alone erases a person on a phone, and the receipt is downloaded', async () => {
    const project = await service.fixtures.project({ organization });
    await service.fixtures.event(project, { user: { email: 'bob@example.com' } });
    const tab = await open({ viewport: PHONE });
    const { keyboard } = tab.page;
    await tab.goto('settings/erasures/');
    await tab.page.getByText('Nobody was erased yet.').waitFor();
    await tab.page.getByLabel('Value').focus();
    await keyboard.type('bob@example.com');
    await keyboard.press('Enter');
    const question = tab.page.getByRole('dialog', { name: 'Erase bob@example.com?' });
    await question.getByText('Nothing brings the data back.').waitFor();
    await tab.axe();
    await question.getByRole('button', { name: 'Erase for good' }).focus();
    await keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    const link = row(tab, 'Done').getByRole('link', { name: /^Download the receipt of erasure/ });
    await link.waitFor();
    await row(tab, 'Done').getByText('1 event, 1 issue').waitFor();
    expect(await tab.page.getByLabel('Value').inputValue()).toBe('');
    await tab.axe();
    await tab.expectToFit();
    const [download] = await Promise.all([tab.page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^erasure-\d+\.json$/);
    const receipt = JSON.parse(readFileSync(await download.path(), 'utf8')) as { text: string };
    expect(JSON.parse(receipt.text)).toMatchObject({ kind: 'email', projects: [{ slug: project.slug, events: 1 }] });

    const manager = await open({ role: 'manager', email: 'kim@acme.test' });
    await manager.goto('settings/erasures/');
    await manager.page.getByText('Owners erase persons.').waitFor();
  });

  test('the keyboard alone composes the command of an import on a phone, and a link leads to the token for it', async () => {
    const { path, slug } = await service.fixtures.project({ organization });
    const token = await service.fixtures.token(organization);
    for (const id of ['a', 'b'])
      await service.client
        .post(`${path}imports/`, token)
        .send({
          source: 'https://old.example.com',
          events: [{ id: id.repeat(32), received: new Date().toISOString(), payload: { message: id } }],
        })
        .expect(200);
    const tab = await open({ viewport: PHONE });
    const { page } = tab;
    const { keyboard } = page;
    const commands = () => page.getByRole('group', { name: 'Command' }).allTextContents();
    await tab.goto('settings/import/');
    await page.getByText('The command is here once the address is.').first().waitFor();
    const imported = page.getByRole('table', { name: 'Imported so far' }).getByRole('row').nth(1);
    const cells = await imported.getByRole('cell').allTextContents();
    expect(cells.slice(0, 4)).toEqual([slug, 'https://old.example.com', '2', '0']);
    await page.getByLabel('Address').focus();
    await keyboard.type('sentry.example.com');
    await keyboard.press('Tab');
    await page.getByRole('alert').getByText('An address begins with https:// or http://').waitFor();
    await tab.axe();
    await page.getByLabel('Address').fill('https://sentry.example.com');
    await page.getByLabel('Organization there').focus();
    await keyboard.type('acme');
    await keyboard.press('Tab');
    await keyboard.type("shop, it's");
    const command = `npx culprit import --from https://sentry.example.com --org acme --project shop --project 'it'\\''s'`;
    expect(await commands()).toEqual([
      `export CULPRIT_URL=${service.url}`,
      'read -rs CULPRIT_TOKEN && export CULPRIT_TOKEN',
      'read -rs CULPRIT_SOURCE_TOKEN && export CULPRIT_SOURCE_TOKEN',
      `${command} --dry-run`,
      command,
    ]);
    await tab.axe();
    await tab.expectToFit();
    await page.getByLabel('Source').selectOption('The SQLite database of a Bugsink');
    await page.getByLabel('File').fill('my db.sqlite3');
    expect((await commands()).at(-1)).toMatch(/^npx culprit import --from-bugsink 'my db\.sqlite3' --project shop/);

    await page.getByRole('link', { name: 'Create the token' }).click();
    const form = page.getByRole('dialog', { name: 'Create a token' });
    expect(await form.getByRole('radio', { name: 'Import' }).isChecked()).toBe(true);
    expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(4);
    await keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('create=');
  });

  test('a ticket system is connected, its secret is shown once, its token replaced, and it is disconnected', async () => {
    tickets.replies.set(`GET ${REPOSITORY}`, [200, { id: 1 }]);
    const tab = await open();
    const { page } = tab;
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto('settings/tickets/');
    await page.getByText('Connect one to create tickets of issues.').waitFor();
    await page.getByRole('button', { name: 'Connect a ticket system' }).click();
    const form = page.getByRole('dialog', { name: 'Connect a ticket system' });
    await form.getByLabel('System').selectOption('Jira');
    await form.getByLabel('Account of the token').waitFor();
    await form.getByLabel('System').selectOption('Gitea, Forgejo');
    await form.getByLabel('Address').fill(tickets.url);
    await form.getByLabel('Project').fill('shop');
    await form.getByLabel('Token').fill('first-token');
    await tab.axe();
    tab.expectReply('post', /\/ticket-connections\/$/, 400);
    await page.keyboard.press('Enter');
    await form.getByRole('alert').getByText('owner/repository').waitFor();
    await form.getByLabel('Project').fill('acme/shop');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'acme/shop is connected' });
    await dialog.getByRole('button', { name: 'Copy secret' }).click();
    const secret = await dialog.getByLabel('Secret of the webhook').inputValue();
    expect(secret).toMatch(/^[\w-]{43}$/);
    await poll(async () => (await copied(tab)) === secret);
    await dialog.getByRole('button', { name: 'Copy webhook address' }).click();
    await poll(async () => /\/api\/0\/ticket-webhooks\/\d+\/$/.test(await copied(tab)));
    await tab.axe();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row(tab, 'acme/shop').getByText(tickets.url).waitFor();
    await page.setViewportSize(PHONE);
    await tab.axe();
    await tab.expectToFit();

    await page.getByRole('button', { name: 'Replace token of acme/shop' }).click();
    await page.getByRole('dialog').getByLabel('Token').fill('second-token');
    await page.keyboard.press('Enter');
    await page.getByText('The token of acme/shop is replaced.').waitFor();
    expect(tickets.requests.at(-1)?.headers['authorization']).toBe('token second-token');
    await page.getByRole('button', { name: 'Disconnect acme/shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Connect one to create tickets of issues.').waitFor();

    const member = await open({ role: 'member', email: 'kim@acme.test' });
    await member.goto('settings/tickets/');
    await member.page.getByText('Managers and owners connect ticket systems.').waitFor();
    expect(await member.page.getByRole('button', { name: 'Connect a ticket system' }).count()).toBe(0);
  });

  test('the keyboard alone invites a member', async () => {
    const tab = await open();
    const { keyboard } = tab.page;
    const focused = () =>
      tab.page.evaluate<string>('document.activeElement.textContent || document.activeElement.type');
    await tab.goto('settings/');
    for (let steps = 0; (await focused()) !== 'Invite a member'; steps += 1) {
      expect(steps).toBeLessThan(30);
      await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    const form = tab.page.getByRole('dialog', { name: 'Invite a member' });
    await form.waitFor();
    await form.locator('input[type=email]:focus').waitFor();
    await keyboard.type('kim@acme.test');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    expect(await form.getByLabel('backend').isChecked()).toBe(true);
    await keyboard.press('Enter');
    const dialog = tab.page.getByRole('dialog', { name: 'Invitation for kim@acme.test' });
    await dialog.waitFor();
    // A dialog whose content must not be lost by chance is closed by its button only.
    await keyboard.press('Escape');
    await dialog.waitFor();
    for (let steps = 0; (await focused()) !== 'Done'; steps += 1) {
      expect(steps).toBeLessThan(10);
      await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await row(tab, 'kim@acme.test').getByText('Admin').waitFor();
    await row(tab, 'kim@acme.test').getByText('backend').waitFor();
  });
});
