/*
 * Alert rules, webhook and ownership in the settings of a project, in a real browser, with a receiver of webhooks and a
 * mail server.
 */
import type { Locator, Page } from 'playwright-core';
import { CONFIRMATION_PATH, tokensTo } from '../../support/alertAddresses';
import { rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { MailServer } from '../../support/mailServer';
import { poll } from '../../support/process';
import { EAGER, type Service, startService } from '../../support/service';
import { connectTickets, REPOSITORY, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';
import { isSigned, WebhookServer } from '../../support/webhookServer';
import { type Console, type ConsoleOptions, describeInBrowser, openConsole, PHONE } from '../support/console';

describeInBrowser('the alerts of a project', () => {
  let service: Service;
  let project: ProjectFixture;
  let token: string;
  let mails: MailServer;
  let hook: WebhookServer;
  let gitea: TicketServer;
  beforeAll(async () => {
    mails = await MailServer.start();
    gitea = await TicketServer.start();
    gitea.replies.set(`GET ${REPOSITORY}`, [200, { id: 1 }]);
    service = await startService({ ...TICKET_ENVIRONMENT, SMTP_URL: mails.url }, EAGER);
  });
  afterAll(async () => {
    await service.close();
    await mails.close();
    await gitea.close();
  });
  beforeEach(async () => {
    project = await service.fixtures.project();
    token = await service.fixtures.token(project.organization);
    hook = await WebhookServer.start();
  });
  afterEach(() => hook.close());

  async function open(section: string, options: ConsoleOptions = {}): Promise<Console> {
    const tab = await openConsole(service, { organization: project.organization, ...options });
    await tab.goto(`projects/${project.slug}/settings/${section}`);
    return tab;
  }
  const button = (within: Pick<Locator, 'getByRole'>, name: string): Locator =>
    within.getByRole('button', { name, exact: true });
  /** Follows a link while input is unsaved, and stays. */
  async function tryToLeave(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Releases' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'detached' });
  }
  /** A scope that the role of every member has is taken from the session that the page is told of. */
  async function withoutScopes({ page }: Console, ...missing: readonly string[]): Promise<void> {
    await page.route('**/api/0/auth/options/', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { session: { scopes: string[] } };
      body.session.scopes = body.session.scopes.filter((scope) => !missing.includes(scope));
      await route.fulfill({ response, json: body });
    });
  }

  test('a rule is created and tested', async () => {
    await service.fixtures.event(project, { environment: 'production' });
    const body = { kind: 'gitea', url: gitea.url, project: 'acme/shop', token: 'secret-token' };
    const connection = await connectTickets(service, { organization: project.organization, token, body });
    const tab = await open('alerts/');
    const { page } = tab;
    await page.getByRole('heading', { name: 'No alert rule yet' }).waitFor();
    await tab.axe();
    await button(page, 'New alert rule').click();
    await page.getByRole('heading', { name: 'New alert rule' }).waitFor();
    await tab.axe();
    const sentence = page.getByRole('group', { name: 'What the rule does' });
    expect(await sentence.textContent()).toBe(
      'When an issue is new, or a resolved issue comes back, alert the members of the project’s teams, at most once about an issue in 30 minutes.',
    );
    const preview = page.getByRole('region', { name: 'Preview of the rule' });
    await button(page, 'Preview').click();
    await preview.getByText(/^1 alert about 1 issue since .*; 1 event was compared\./).waitFor();
    await preview.getByRole('link', { name: 'Error: boom' }).waitFor();
    await tab.axe();
    await page.getByLabel('Name', { exact: true }).fill('Checkout');
    await page.getByLabel('Many events').check();
    await preview.getByText('The rule in the form was changed since.').waitFor();
    await page.getByLabel('Events', { exact: true }).fill('50');
    await page.getByLabel('within so many minutes').fill('60');
    await page.getByLabel('fatal', { exact: true }).check();
    await page.getByRole('combobox', { name: 'Environments: All environments' }).click();
    await page.getByRole('option', { name: 'production' }).click();
    const typed = page.getByRole('combobox', { name: 'Find in Environments' });
    await typed.fill('staging');
    await page.getByRole('option', { name: 'Add staging' }).waitFor();
    await typed.press('Enter');
    await page.getByRole('option', { name: 'staging', exact: true, selected: true }).waitFor();
    await tab.axe();
    await typed.press('Escape');
    await page.getByRole('combobox', { name: 'Environments: production, staging' }).waitFor();
    await button(page, 'Add a tag').click();
    await page.getByLabel('Key', { exact: true }).fill('url');
    await page.getByLabel('Value', { exact: true }).fill('*/checkout');
    const first = page.getByRole('group', { name: 'Recipient 1' });
    await first.getByLabel('Who').selectOption('email');
    await first.getByLabel('E-mail address').fill('oncall@acme.test');
    await button(page, 'Add a recipient').click();
    const second = page.getByRole('group', { name: 'Recipient 2' });
    await second.getByLabel('Who').selectOption('webhook');
    await second.getByLabel('URL').fill(hook.url);
    await button(page, 'Add a recipient').click();
    const third = page.getByRole('group', { name: 'Recipient 3' });
    await third.getByLabel('Who').selectOption('ticket');
    await third.getByRole('combobox', { name: 'Connection: Choose…' }).press('Enter');
    await page.getByRole('option', { name: 'acme/shop (Gitea, Forgejo)' }).press('Enter');
    const does =
      'When an issue is new, or a resolved issue comes back, or an issue has 50 events within 1 hour (only levels fatal; environments production, staging; tags url:*/checkout), ' +
      `alert oncall@acme.test, Webhook (${new URL(hook.url).host}), and create a ticket in acme/shop (Gitea, Forgejo), at most once about an issue in 30 minutes.`;
    expect(await sentence.textContent()).toBe(does);
    await button(page, 'Save').click();

    const card = page.getByRole('article', { name: 'Checkout' });
    await card.getByText(does).waitFor();
    const [rule] = await rulesOf(service, project, token).list();
    expect(rule).toMatchObject({
      name: 'Checkout',
      isActive: true,
      frequency: 30,
      conditions: [{ type: 'new' }, { type: 'regression' }, { type: 'events', count: 50, minutes: 60 }],
      recipients: [
        { type: 'email', address: 'oncall@acme.test' },
        { type: 'webhook', url: hook.url, format: 'culprit' },
        { type: 'ticket', connection: connection.id },
      ],
    });

    await card.getByText('waiting for confirmation').waitFor();
    await poll(() => tokensTo(mails, 'oncall@acme.test').length > 0);
    const visitor = await openConsole(service, { organization: project.organization, isSignedOut: true });
    await visitor.goto(`/confirm-address#${tokensTo(mails, 'oncall@acme.test').at(-1)}`);
    await visitor.page.getByText('oncall@acme.test').waitFor();
    await visitor.axe();
    await button(visitor.page, 'Confirm the address').click();
    await visitor.page.getByText('The address is confirmed').waitFor();
    visitor.expectReply('post', CONFIRMATION_PATH, 404);
    await visitor.goto('/confirm-address?again#unknown');
    await visitor.page.getByText('The link is not valid').waitFor();

    await page.reload();
    hook.answer = (response) => response.writeHead(500).end();
    await button(card, 'Test: Checkout').click();
    await card.getByText('oncall@acme.test: The mail server accepted the test.').waitFor();
    await card.getByText('acme/shop: Gitea or Forgejo accepts the token.').waitFor();
    const ofHook = card.getByRole('listitem').filter({ hasText: 'The webhook answered with status 500.' });
    await ofHook.getByText('Not delivered').waitFor();
    await tab.axe();
    hook.answer = (response) => response.end();
    await button(card, 'Test: Checkout').click();
    await card.getByText('The webhook confirmed the test alert.').waitFor();
    // A test reaches the webhook, and is no alert.
    await card
      .getByText(/^Last reached, also by tests: /)
      .nth(1)
      .waitFor();
    await card.getByText('none among the recent deliveries').waitFor();
    expect(await card.locator('dt', { hasText: /^Last/ }).allInnerTexts()).toEqual(['Last alert']);
    const late = { message: 'late', exception: undefined, environment: 'production' };
    await service.fixtures.event(project, late);
    await tab.goto(`issues/${project.slug.toUpperCase()}-2/alerts/`);
    const decided = page.locator('section', { has: page.getByRole('heading', { name: 'Checkout' }) });
    await decided.getByText('filtered', { exact: true }).first().waitFor();
    await decided.getByText('Levels: error').first().waitFor();
    await tab.axe();
    const last = hook.posts.at(-1);
    expect(last && isSigned(last, rule?.recipients[1]?.secret ?? '')).toBe(true);
  });

  test('the side bar leads to the rules of all projects, and to the form of a new one', async () => {
    const { organization } = project;
    const blog = await service.fixtures.project({ organization, name: 'Blog' });
    const tab = await openConsole(service, { organization });
    const { page } = tab;
    await tab.goto('issues/');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('heading', { name: 'No alert rule yet' }).waitFor();
    await tab.axe();
    await rulesOf(service, project, token).create({ name: 'Checkout', isActive: false });
    await rulesOf(service, blog, token).create({
      name: 'On call',
      conditions: [{ type: 'escalating' }],
      recipients: [{ type: 'email', address: 'oncall@acme.test' }],
    });
    await page.reload();
    const row = (name: string): Locator => page.getByRole('row').filter({ hasText: name });
    await row('Checkout').getByText('When an issue is new, alert the members of the project’s teams').waitFor();
    await row('Checkout').getByText('off', { exact: true }).waitFor();
    await row('On call').getByText('When an ignored issue escalates, alert oncall@acme.test').waitFor();
    await row('On call').getByRole('link', { name: 'Blog' }).waitFor();
    await tab.axe();
    await row('On call').getByRole('link', { name: 'On call' }).click();
    await page.getByRole('heading', { name: 'Edit On call' }).waitFor();
    await page.goBack();
    await page.getByRole('combobox', { name: /^New alert rule/ }).click();
    await page.getByRole('option', { name: 'Blog' }).click();
    await page.getByRole('heading', { name: 'New alert rule' }).waitFor();
    expect(new URL(page.url()).pathname).toContain(`/projects/${blog.slug}/settings/alerts/`);
    const phone = await openConsole(service, { organization, viewport: PHONE, locale: 'de-DE' });
    await phone.goto('alerts/');
    await phone.page.getByRole('row').filter({ hasText: 'On call' }).getByText('Wenn ein ignoriertes').waitFor();
    await phone.expectToFit();
    const bar = "document.querySelector('header.sidebar')";
    expect(await phone.page.evaluate<number>(`${bar}.scrollWidth - ${bar}.clientWidth`)).toBe(0);
    await phone.axe();
  });

  test('a rule is switched off, changed and removed', async () => {
    const rule = await rulesOf(service, project, token).create({
      name: 'Checkout',
      conditions: [{ type: 'new' }, { type: 'events', count: 50, minutes: 60 }],
      recipients: [
        { type: 'email', address: 'oncall@acme.test' },
        { type: 'webhook', url: hook.url },
      ],
    });
    const tab = await open('alerts/');
    const { page } = tab;
    const card = page.getByRole('article', { name: 'Checkout' });
    await button(card, 'Turn off: Checkout').click();
    await card.getByText('off', { exact: true }).waitFor();
    await button(card, 'Edit: Checkout').click();
    await page.getByLabel('Name', { exact: true }).fill('Checkout and cart');
    expect(await page.getByLabel('The rule sends alerts').isChecked()).toBe(false);
    await button(page.getByRole('group', { name: 'Recipient 1' }), 'Remove recipient 1').click();
    await page.getByLabel('Many events').uncheck();
    await button(page, 'Save').click();
    const changed = page.getByRole('article', { name: 'Checkout and cart' });
    await changed.getByText(/^When an issue is new, alert /).waitFor();
    // Values that the form does not show are kept: the receiver knows the secret.
    expect((await rulesOf(service, project, token).list())[0]).toMatchObject({
      name: 'Checkout and cart',
      isActive: false,
      recipients: [{ type: 'webhook', secret: rule.recipients[1]?.secret }],
    });

    await button(changed, 'Remove: Checkout and cart').click();
    await button(page.getByRole('dialog'), 'Remove').click();
    await page.getByRole('heading', { name: 'No alert rule yet' }).waitFor();
    expect(await rulesOf(service, project, token).list()).toEqual([]);
  });

  test('what the service refuses stands beside its field, and what was typed stays, also in another part', async () => {
    const tab = await open('alerts/?rule=new');
    const { page } = tab;
    // The longest kind of recipient is seen as a whole.
    const lacking = await page.evaluate<number>(`{
      const who = document.querySelector('[aria-label="Recipient 1"] select');
      const { width } = who.getBoundingClientRect();
      const copy = document.body.appendChild(who.cloneNode(true));
      const needed = copy.getBoundingClientRect().width;
      copy.remove();
      needed - width;
    }`);
    expect(lacking).toBeLessThanOrEqual(0);
    await page.getByLabel('Many users').check();
    await page.getByLabel('Users', { exact: true }).fill('');
    await page.getByRole('combobox', { name: /^Environments:/ }).click();
    await page.getByRole('combobox', { name: 'Find in Environments' }).fill('production');
    await page.getByRole('option', { name: 'Add production' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'Recipient 1' }).getByLabel('Who').selectOption('webhook');
    await page.getByLabel('URL').fill('ftp://example.com');
    tab.expectReply('post', /\/rules\/$/, 400);
    await button(page, 'Save').click();
    await page.getByText('The rule is not saved.').waitFor();
    await page.getByText('This field may not be blank.').waitFor();
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByRole('group', { name: 'Recipient 1' }).getByText('Not a URL such as').waitFor();
    await tab.axe();
    await page.getByRole('link', { name: 'Ownership' }).click();
    await page.getByRole('heading', { name: 'How a rule is written' }).waitFor();
    await page.goBack();
    await page.getByLabel('Name', { exact: true }).fill('Users');
    expect(await page.getByLabel('URL').inputValue()).toBe('ftp://example.com');
    await page.getByRole('combobox', { name: 'Environments: production' }).waitFor();
    await page.getByLabel('URL').fill('https://hooks.example.com/culprit');
    tab.expectReply('post', /\/rules\/$/, 400);
    await button(page, 'Save').click();
    const users = page.getByLabel('Users', { exact: true });
    await users.and(page.locator(':focus')).waitFor();
    await page.getByText('Enter a number.').waitFor();
    expect(await page.getByText(/requires count/).count()).toBe(0);
    tab.expectReply('post', /\/preview\/$/, 400);
    await button(page, 'Preview').click();
    await page.getByText('There is no preview. The reasons stand beside the fields.').waitFor();
    await page.getByText('Enter a number.').waitFor();
    expect(await page.getByText(/requires count/).count()).toBe(0);
    await users.fill('1000');
    await tryToLeave(page);
    await button(page, 'Save').click();
    await page.getByRole('article', { name: 'Users' }).waitFor();
    await page.getByRole('link', { name: 'Releases' }).click();
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
  });

  test('a member is chosen by name, and deliveries show what failed', async () => {
    await service.fixtures.token(project.organization, { email: 'bob@acme.test' });
    hook.answer = (response) => response.writeHead(503).end();
    await rulesOf(service, project, token).create({
      name: 'Chat',
      recipients: [{ type: 'webhook', url: hook.url, format: 'slack' }],
    });
    await service.fixtures.event(project);
    await poll(() => hook.posts.length > 0);
    const tab = await open('alerts/');
    const { page } = tab;
    const card = page.getByRole('article', { name: 'Chat' });
    await card.getByText(`Slack (${new URL(hook.url).host})`, { exact: true }).waitFor();
    // The page reads rules and deliveries again by itself, but not at once.
    await poll(async () => {
      if (await card.getByText('Failing since').isVisible()) return true;
      await page.reload();
      await tab.settle();
      return false;
    });
    const delivery = page.getByRole('row').filter({ hasText: 'Chat' });
    await delivery.getByText('failing', { exact: true }).waitFor();
    await delivery.getByText('The webhook answered with status 503.').waitFor();
    await tab.axe();
    await button(card, 'Edit: Chat').click();
    await button(page, 'Add a recipient').click();
    const recipient = page.getByRole('group', { name: 'Recipient 2' });
    await recipient.getByLabel('Who').selectOption('member');
    await recipient.getByRole('combobox', { name: 'Member: Choose…' }).click();
    await page.getByRole('option', { name: 'bob@acme.test' }).click();
    await tab.axe();
    await button(page, 'Save').click();
    await card.getByText('bob@acme.test', { exact: true }).waitFor();
  });

  test('a member ends the mails about a project to them, and learns why none come', async () => {
    const tab = await open('alerts/');
    const box = tab.page.getByLabel('Send mails about new issues and regressions of this project to ann@acme.test');
    await tab.page.getByText('None are sent, because you are in none of the teams of the project.').waitFor();
    expect(await box.isChecked()).toBe(true);
    await box.click();
    await tab.page.getByText('Only alert rules that name you still send some.').waitFor();
    const { body } = await service.client.get(`${project.path}alert-settings/`, token).expect(200);
    expect(body).toMatchObject({ mail: false, status: 'disabled' });
    expect(await box.isChecked()).toBe(false);
    await tab.axe();
  });

  test('the webhook of the project is set up, tested, and gets another secret', async () => {
    const tab = await open('webhook/');
    const { page } = tab;
    expect(await button(page, 'Test the webhook').isDisabled()).toBe(true);
    await page.getByLabel('URL').fill('nowhere');
    tab.expectReply('put', /\/plugins\/webhooks\/$/, 400);
    await button(page, 'Save').click();
    await page.getByRole('alert').getByText('Not a URL such as').waitFor();
    await tab.axe();
    await page.getByLabel('URL').fill(hook.url);
    await button(page, 'Save').click();
    await page.getByText('active', { exact: true }).waitFor();
    await button(page, 'Test the webhook').click();
    await page.getByText('The webhook confirmed the test alert.').waitFor();
    expect(JSON.parse(hook.posts[0]?.body ?? '')).toMatchObject({ type: 'test' });
    await page.getByText('Last reached, also by tests').waitFor();
    await tab.axe();
    const plugin = async () => (await service.client.get(`${project.path}plugins/webhooks/`, token).expect(200)).body;
    const before = await plugin();
    await button(page, 'Renew the secret').click();
    await button(page.getByRole('dialog'), 'Renew the secret').click();
    await page.getByText('The webhook has a new secret.').waitFor();
    const after = await plugin();
    expect(after).not.toEqual(before);
    expect(after).toMatchObject({ enabled: true, config: { url: hook.url } });
  });

  test('ownership rules are written with examples, refused with their line, and decide about events', async () => {
    await service.fixtures.event(project, {
      exception: { values: [{ type: 'Error', value: 'boom', stacktrace: { frames: [frameOf('src/cart.js')] } }] },
    });
    const tab = await open('ownership/');
    const { page } = tab;
    await page.getByRole('row', { name: /boom/ }).getByText('nobody').waitFor();
    await tab.axe();
    const rules = page.getByLabel('Rules', { exact: true });
    await rules.fill(`${'# Rules\n'.repeat(200)}file:src/cart.js ann@acme.test\npath:src/* #unknown`);
    tab.expectReply('put', /\/ownership\/$/, 400);
    await button(page, 'Save').click();
    await page.getByRole('alert').getByText('The organization has no team "#unknown"').waitFor();
    await button(page, 'Go to line 201').click();
    // Chromium selects text of the field that has the focus.
    expect(await page.evaluate('getSelection().toString()')).toBe('file:src/cart.js ann@acme.test');
    expect(await page.evaluate<number>('document.activeElement.scrollTop')).toBeGreaterThan(0);
    await tab.axe();
    await rules.fill('*.js ann@acme.test');
    await page.getByRole('button', { name: /^Insert path:src/ }).click();
    await button(page, 'Save').click();
    await page.getByText('The rules are saved.').waitFor();
    await page.getByRole('row', { name: /boom/ }).getByText('line 2').waitFor();
    await page.getByLabel('The rules assign new issues').uncheck();
    await page.getByText('1 change is not saved.').waitFor();
    await tryToLeave(page);
    await button(page, 'Save').click();
    await page.getByText('Nothing is changed.').waitFor();
    const { body } = await service.client.get(`${project.path}ownership/`, token).expect(200);
    expect(body).toMatchObject({ autoAssignment: 'Turn off Auto-Assignment', fallthrough: true });
  });

  test('those who may not change anything read it, and why', async () => {
    await rulesOf(service, project, token).create({ name: 'Chat' });
    const ownership = { raw: '*.js ann@acme.test' };
    await service.client.put(`${project.path}ownership/`, token).send(ownership).expect(200);
    const member = { email: 'bob@acme.test', role: 'member' };
    await service.fixtures.token(project.organization, { ...member, scopes: ['project:read'] });
    const tab = await open('ownership/', { email: member.email });
    const { page } = tab;
    await page.getByText('a role needs project:write').waitFor();
    const rules = page.getByLabel('Rules', { exact: true });
    expect(await rules.inputValue()).toBe(ownership.raw);
    expect(await rules.isEditable()).toBe(false);
    expect(await button(page, 'Save').count()).toBe(0);
    await tab.axe();
    await tab.goto(`projects/${project.slug}/settings/webhook/`);
    await page.getByText('a role needs project:write').waitFor();
    expect(await button(page, 'Test the webhook').count()).toBe(0);
    await tab.axe();
    await withoutScopes(tab, 'alerts:write');
    await tab.goto(`projects/${project.slug}/settings/alerts/?rule=new`);
    await page.getByText('a role needs alerts:write').waitFor();
    await page.getByRole('article', { name: 'Chat' }).waitFor();
    expect(await page.getByRole('button', { name: 'Test: Chat' }).count()).toBe(0);
    await tab.axe();
  });

  test.each(['alerts/', 'alerts/?rule=new', 'webhook/', 'ownership/'])('%s fits a phone', async (section) => {
    await rulesOf(service, project, token).create({
      name: 'A rule with a name that is longer than the screen of a phone is wide',
      recipients: [{ type: 'project' }, { type: 'webhook', url: hook.url }],
    });
    await service.fixtures.event(project);
    const tab = await open(section, { viewport: PHONE, locale: 'de-DE' });
    await tab.expectToFit();
    await tab.axe();
  });
});

function frameOf(filename: string): object {
  return { filename, function: 'sum', lineno: 1, in_app: true };
}
