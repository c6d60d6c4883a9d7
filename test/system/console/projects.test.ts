import type { Locator } from 'playwright-core';
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { EAGER, type Service, startService, waitForCounts } from '../../support/service';
import { type ConsoleOptions, describeInBrowser, openConsole, PHONE } from '../support/console';

describeInBrowser('the projects of an organization', () => {
  let service: Service;
  let project: ProjectFixture;
  beforeAll(async () => (service = await startService({}, EAGER)));
  afterAll(() => service.close());
  beforeEach(async () => (project = await service.fixtures.project()));

  const open = (options: ConsoleOptions = {}) =>
    openConsole(service, { organization: project.organization, ...options });
  const at = (rest = '') => `projects/${project.slug}/${rest}`;

  test('a new project has instructions, which turn into its first issue', async () => {
    const tab = await open();
    await tab.goto('projects/new/');
    await tab.axe();
    await tab.page.getByLabel('Name', { exact: true }).fill('Café & Bar');
    expect(await tab.page.getByLabel('Name in addresses').inputValue()).toBe('cafe-bar');
    await tab.page.getByRole('combobox', { name: /^Platform/ }).click();
    await tab.page.getByRole('combobox', { name: 'Find in Platform' }).fill('django');
    await tab.page.getByRole('option', { name: 'python-django' }).click();
    await tab.page.getByRole('button', { name: 'Create the project' }).click();
    await tab.page.waitForURL(/\/projects\/cafe-bar\/$/);
    await tab.page.getByText('pip install "sentry-sdk[django]"').waitFor();
    await tab.page.getByText('Waiting for the first event').waitFor();
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Send a test event' }).click();
    await tab.page.getByRole('link', { name: 'Open the issue: A test event of Culprit' }).click();
    await tab.page.waitForURL(/\/issues\/\d+\/$/);
  });

  test('a name that is taken is refused beside its field, and nothing that was typed is lost', async () => {
    const tab = await open();
    await tab.goto('projects/new/');
    await tab.page.getByLabel('Name', { exact: true }).fill('Other');
    await tab.page.getByLabel('Name in addresses').fill(project.slug);
    tab.expectReply('post', /\/projects\/$/, 400);
    await tab.page.getByRole('button', { name: 'Create the project' }).click();
    await tab.page.getByRole('alert').getByText('is already used').waitFor();
    expect(await tab.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Other');
  });

  test.each([
    ['a wide screen', undefined],
    ['a phone', PHONE],
  ])('are listed with their health, and a project has an overview, on %s', async (_, viewport) => {
    await service.fixtures.event(project, { release: 'shop@1.2.3' });
    await waitForCounts(service, project.path, await service.fixtures.token(project.organization), 1);
    const tab = await open(viewport && { viewport });
    await tab.goto('projects/');
    const sparkline = tab.page.getByRole('img', { name: /^1 event of/ });
    const { x = 0, y = 0, width = 0 } = (await sparkline.boundingBox()) ?? {};
    await tab.page.mouse.move(x + width - 1, y + 5);
    await tab.page.getByText(/^\d+ \w+ \d{4}, .* · Events: 1$/).waitFor();
    await tab.page.getByRole('button', { name: /^Star/ }).click();
    const unstar = tab.page.getByRole('button', { name: /^Remove the star/ });
    await unstar.waitFor();
    // The next key belongs to it.
    expect(await unstar.evaluate((element) => element.matches(':focus'))).toBe(true);
    await tab.axe();
    await tab.expectToFit();
    await tab.goto(at());
    await tab.page.getByRole('link', { name: 'Error: boom' }).first().waitFor();
    await tab.page.getByRole('button', { name: '24 hours' }).click();
    await tab.page.getByRole('img', { name: /Accepted 1, Filtered 0/ }).waitFor();
    await tab.axe();
    await tab.expectToFit();
    await tab.page.getByRole('link', { name: /· Accepted: 1 · Filtered: 0/ }).press('Enter');
    await tab.page.waitForURL(/\/issues\/\?project=.*&query=&start=.*&end=/);
    await tab.page.getByText('boom', { exact: true }).waitFor();
  });

  test('settings are changed: only what differs is saved, and an error stands beside its field', async () => {
    const tab = await open();
    await tab.goto(at('settings/'));
    await tab.axe();
    await tab.page.getByLabel('Name', { exact: true }).fill('The shop');
    await tab.page.getByLabel('Resolve issues after hours').fill('99999999');
    await tab.page.getByText('2 changes are not saved.').waitFor();
    tab.expectReply('put', `/api/0/projects/${project.organization}/${project.slug}/`, 400);
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByRole('alert').getByText('less than or equal to 87600').waitFor();
    await tab.axe();
    await tab.page.getByRole('link', { name: 'Filters' }).click();
    await tab.page.getByLabel('Drop by message').fill('*timeout*');
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByText('The settings are saved.').waitFor();
    await tab.axe();
    await tab.page.getByRole('link', { name: 'General' }).click();
    expect(await tab.page.getByLabel('Resolve issues after hours').inputValue()).toBe('99999999');
    await tab.page.getByLabel('Resolve issues after hours').fill('24');
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByRole('heading', { name: 'Settings of The shop' }).waitFor();
    await tab.page.getByText('Nothing is changed.').waitFor();
  });

  test('unsaved settings are lost only after a question, by a link, by going back and with the tab', async () => {
    const tab = await open();
    await tab.goto(at());
    const { page } = tab;
    await page.getByRole('link', { name: 'Settings' }).click();
    const name = page.getByLabel('Name', { exact: true });
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stay = async () => {
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const releases = page.getByRole('link', { name: 'Releases' });
    const goBack = () => page.evaluate('history.back()');
    const saved = await name.inputValue();
    await name.fill('The shop');
    // Another section keeps the input.
    await page.getByRole('link', { name: 'Ownership' }).click();
    await page.getByRole('heading', { name: 'How a rule is written' }).waitFor();
    await releases.click();
    await dialog.waitFor();
    await tab.axe();
    await stay();
    await releases.and(page.locator(':focus')).waitFor();
    await goBack();
    expect(await name.inputValue()).toBe('The shop');
    await goBack();
    await stay();
    await page.waitForURL(/\/settings\/$/);
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await question).type()).toBe('beforeunload');
    await (await question).dismiss();
    await name.fill(saved);
    await page.getByText('Nothing is changed.').waitFor();
    await releases.click();
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    await goBack();
    await name.fill('The shop');
    await goBack();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL(/\/projects\/[^/]+\/$/);
    await name.waitFor({ state: 'detached' });
  });

  test('rules of grouping have a preview beside them, which is applied, and undone', async () => {
    for (const type of ['TypeError', 'RangeError'])
      await service.fixtures.event(project, { exception: { values: [{ type, value: 'boom' }] } });
    const tab = await open();
    await tab.goto(at('settings/grouping/'));
    const rules = tab.page.getByLabel('Fingerprinting rules');
    const preview = tab.page.getByRole('button', { name: 'Preview' });
    await rules.fill('nonsense');
    tab.expectReply('post', /\/grouping-preview\/$/, 400);
    await preview.click();
    await tab.page.getByText('is not a matcher').waitFor();
    await rules.fill('error.type:* -> all');
    await preview.click();
    await tab.page.getByText('Of 2 events: 0 issues would stay, 0 would split, 2 would join others.').waitFor();
    await tab.page.getByRole('row', { name: /^RangeError: boom .* join others 1 event with \S+-1$/ }).waitFor();
    await tab.page.getByText('1 change is not saved.').waitFor();
    await tab.axe();
    await tab.page.setViewportSize(PHONE);
    await tab.expectToFit();
    const confirmed = async (name: string) => {
      await tab.page.getByRole('button', { name }).click();
      await tab.page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await confirmed('Apply');
    await tab.page
      .getByText('The settings are applied: 1 event moved, 0 issues were split, 1 joined another.')
      .waitFor();
    await tab.page.getByText('Nothing is changed.', { exact: true }).waitFor();
    await tab.axe();
    await tab.expectToFit();
    await confirmed('Undo');
    await tab.page.getByText('The events are in their former issues again.').waitFor();
    await tab.page.getByText('1 change is not saved.').waitFor();
    await rules.fill('');
    await tab.page.getByText('The rules above were changed since.').waitFor();
  });

  test('settings of all sections are found by their words, and changed where they are found', async () => {
    const tab = await open();
    await tab.goto(at('settings/'));
    const find = tab.page.getByLabel('Find a setting');
    await find.fill('no such words');
    await tab.page.getByText('No setting says this.').waitFor();
    await find.fill('webhook');
    await tab.page.getByRole('main').locator('p').getByRole('link', { name: 'Webhook' }).waitFor();
    await find.fill('any TEXT');
    expect(await tab.page.locator('form .field label').allTextContents()).toEqual([
      'Drop by message',
      'Drop by release',
    ]);
    await tab.axe();
    await tab.page.getByLabel('Drop by message').fill('*timeout*');
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByText('The settings are saved.').waitFor();
    await tab.page.getByRole('link', { name: 'Filters' }).click();
    await tab.page.getByRole('heading', { name: 'Filters' }).waitFor();
    expect(await find.inputValue()).toBe('');
    expect(await tab.page.getByLabel('Drop by message').inputValue()).toBe('*timeout*');
  });

  test('the end of the previous grouping algorithm is a time, not a number', async () => {
    const tab = await open();
    await tab.goto(at('settings/grouping/'));
    const end = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await tab.page.getByLabel('End of the previous algorithm').fill(end);
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByText('The settings are saved.').waitFor();
    expect(await tab.page.getByLabel('End of the previous algorithm').inputValue()).toBe(end);
    const { body } = await service.client.get(project.path, await service.fixtures.token(project.organization));
    expect((body as { secondaryGroupingExpiry: number }).secondaryGroupingExpiry).toBe(Date.parse(`${end}Z`) / 1000);
  });

  test.each(['mail', 'grouping', 'privacy', 'source', 'keys'])(
    'axe finds no barrier in the settings of %s, and they fit a phone',
    async (section) => {
      const tab = await open({ viewport: PHONE });
      await tab.goto(at(`settings/${section}/`));
      await tab.axe();
      await tab.expectToFit();
      await tab.page.setViewportSize({ ...PHONE, width: 320 });
      await tab.expectToFit();
    },
  );

  test('those who may not change settings read them, and why', async () => {
    const member = { email: 'bob@acme.test', role: 'member', scopes: ['project:read'] };
    await service.fixtures.token(project.organization, member);
    const tab = await open({ email: member.email });
    await tab.goto(at('settings/'));
    await tab.page.getByText('a role needs project:write').waitFor();
    expect(await tab.page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    await tab.axe();
    // The star is the reader's own.
    await tab.page.getByLabel('Starred by you').check();
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByText('The settings are saved.').waitFor();
    await tab.goto('projects/');
    await tab.page.getByRole('button', { name: /^Remove the star/ }).waitFor();
    await tab.goto(at('settings/mail/'));
    await tab.page.getByText('a role needs project:write').waitFor();
    expect(await tab.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  test('keys are created, limited, disabled, rotated and removed', async () => {
    const tab = await open();
    await tab.goto(at('settings/keys/'));
    await tab.page.getByRole('button', { name: 'New key' }).click();
    await tab.page.getByLabel('Name', { exact: true }).fill('Nightly');
    await tab.page.getByLabel('Events at most').fill('100');
    await tab.page.getByLabel('in so many seconds').fill('60');
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Save' }).click();
    const card = tab.page.getByRole('article', { name: 'Nightly' });
    await card.getByText('At most 100 events in 60 seconds.').waitFor();
    const dsn = await card.locator('code').textContent();
    await card.getByRole('button', { name: 'Edit' }).click();
    await tab.page.getByLabel('Events with this key are accepted').uncheck();
    await tab.page.getByRole('button', { name: 'Save' }).click();
    await card.getByText('disabled').waitFor();
    await card.getByRole('button', { name: 'Rotate' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await tab.page.getByText('The key has a new DSN.').waitFor();
    expect(await card.locator('code').textContent()).not.toBe(dsn);
    await card.getByRole('button', { name: 'Remove' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await card.waitFor({ state: 'detached' });
  });

  test('a key that somebody else removed meanwhile: the dialog stays open and says so', async () => {
    const token = await service.fixtures.token(project.organization);
    const created = await service.client.post(`${project.path}keys/`, token).send({ name: 'Nightly' }).expect(201);
    const tab = await open();
    await tab.goto(at('settings/keys/'));
    await tab.page.getByRole('article', { name: 'Nightly' }).getByRole('button', { name: 'Remove' }).click();
    await service.client.delete(`${project.path}keys/${(created.body as { id: string }).id}/`, token).expect(204);
    tab.expectReply('delete', /\/keys\//, 404);
    const dialog = tab.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('alert').waitFor();
  });

  test('teams are chosen, and the last one stays', async () => {
    await service.fixtures.team({ organization: project.organization, slug: 'mobile' });
    const token = await service.fixtures.token(project.organization);
    const teams = async () => {
      const { body } = await service.client.get(project.path, token).expect(200);
      return (body as { teams: { slug: string }[] }).teams.map(({ slug }) => slug);
    };
    const [former = ''] = await teams();
    const tab = await open();
    await tab.goto(at('settings/teams/'));
    await tab.axe();
    const [first, mobile] = [`#${former}`, '#mobile'].map((name) => tab.page.getByLabel(name)) as [Locator, Locator];
    tab.expectReply('delete', /\/teams\//, 400);
    await first.click();
    await tab.page
      .getByRole('alert')
      .getByText('The project belongs to no other team; add another team first.')
      .waitFor();
    expect(await first.isChecked()).toBe(true);
    await mobile.check();
    await poll(async () => (await teams()).length === 2);
    await first.uncheck();
    await poll(async () => (await teams()).length === 1);
    expect(await teams()).toEqual(['mobile']);
    expect(await tab.page.getByRole('alert').count()).toBe(0);
    await tab.page.reload();
    await tab.settle();
    expect([await first.isChecked(), await mobile.isChecked()]).toEqual([false, true]);
  });

  test('a project is removed by those who type its slug', async () => {
    const tab = await open();
    await tab.goto(at('settings/'));
    await tab.page.getByRole('button', { name: 'Remove the project…' }).click();
    const button = tab.page.getByRole('dialog').getByRole('button', { name: 'Remove the project' });
    expect(await button.isDisabled()).toBe(true);
    await tab.page.getByLabel(`Type ${project.slug} to confirm`).fill(project.slug);
    await button.click();
    await tab.page.getByRole('heading', { name: 'No project yet' }).waitFor();
  });
});
