/* Every page of the console by keys alone, as people use it who have no pointer. */
import { poll } from '../../support/process';
import { useReleases } from '../../support/releaseFixture';
import { type Console, describeInBrowser, openConsole, PHONE } from '../support/console';
import { KeyboardReader } from '../support/keyboard';

const VERSION = 'shop@1.0.0';
const ALERT = {
  conditions: [{ type: 'new' }],
  recipients: [{ type: 'email', address: 'oncall@acme.test' }],
};
const FRAME = { filename: 'https://shop.test/static/shop.min.js', function: 'pay', lineno: 1, colno: 12, in_app: true };

describeInBrowser('the keyboard alone', () => {
  const fixture = useReleases();
  let issue: string;
  let eventId: string;
  let tab: Console;
  let reader: KeyboardReader;

  beforeAll(async () => {
    const { service, organization, shop, token } = fixture;
    await fixture.release(VERSION, { commits: [{ id: 'a'.repeat(40), message: 'Sell books' }] });
    await fixture.post(fixture.path(`${VERSION}/deploys/`), { environment: 'production' }).expect(201);
    await service.fixtures.token(organization, { email: 'bob@acme.test', role: 'member', scopes: ['org:read'] });
    const create = (path: string, body: object) => service.client.post(path, token).send(body).expect(201);
    const at = `/api/0/organizations/${organization}/`;
    await create(`${at}org-auth-tokens/`, { name: 'Deployment', scopes: ['project:releases'] });
    await create(`${at}searches/`, { name: 'Mine', query: 'assigned:me', sort: 'date', visibility: 'owner' });
    await create(`${shop.path}rules/`, { name: 'Any new issue', ...ALERT });
    const webhook = { url: 'https://hooks.example.com/culprit', enabled: false };
    await service.client.put(`${shop.path}plugins/webhooks/`, token).send(webhook).expect(200);
    for (const value of ['first', 'second'])
      eventId = await service.fixtures.event(shop, {
        release: VERSION,
        environment: 'production',
        user: { id: '7', email: 'kim@shop.test' },
        tags: { region: 'eu' },
        contexts: { cart: { lines: [{ sku: 'a', count: 2 }] } },
        breadcrumbs: { values: [{ timestamp: Date.now() / 1000, category: 'ui.click', message: 'buy' }] },
        exception: { values: [{ type: 'TypeError', value, stacktrace: { frames: [FRAME] } }] },
        fingerprint: [value],
      });
    await poll(async () => {
      const { body } = await fixture.get(`${at}issues/`).expect(200);
      const issues = body as { id: string }[];
      issue = issues[0]?.id ?? '';
      return issues.length === 2;
    });
    await create(`${at}issues/${issue}/notes/`, { text: 'A card was refused.' });
  });

  beforeEach(async () => {
    tab = await openConsole(fixture.service, { organization: fixture.organization });
    reader = new KeyboardReader(tab.page);
  });

  /** Pages with the elements that keys must reach on each, so that a page without content fails. */
  const PAGES: readonly (readonly [address: () => string, ...reached: string[]])[] = [
    [() => 'issues/', 'Search for issues', 'Select all', 'Saved searches', 'Not seen yet. TypeError'],
    [() => `issues/${issue}/`, 'Resolve', 'Ignore'],
    [() => `issues/${issue}/activity/`, 'Resolve'],
    [() => `issues/${issue}/events/`, 'Resolve'],
    [() => `issues/${issue}/tags/`, 'Resolve', 'eu'],
    [() => `issues/${issue}/events/${eventId}/source-maps/`],
    [() => 'projects/', 'New project', 'Star Shop', 'Shop', '2 unresolved issues of Shop', VERSION],
    [() => 'projects/new/', 'Name', 'Platform', 'Create the project'],
    [() => 'projects/shop/'],
    [() => 'projects/shop/source-maps/', 'Release'],
    [() => 'projects/shop/settings/', 'Name', 'Remove the project…'],
    [() => 'projects/shop/settings/filters/'],
    [() => 'projects/shop/settings/alerts/', 'New alert rule', 'Send mails'],
    [() => 'projects/shop/settings/webhook/', 'URL'],
    [() => 'projects/shop/settings/ownership/', 'Rules'],
    [() => 'projects/shop/settings/teams/', 'team-'],
    [() => 'projects/shop/settings/keys/', 'New key', 'Rotate', 'Remove'],
    [() => 'releases/', 'Search versions', 'Project', VERSION],
    [() => `releases/${VERSION}/`, 'All issues of this release', 'Remove…', 'TypeError'],
    [() => `releases/${VERSION}/commits/`, 'Commits'],
    [() => `releases/${VERSION}/deploys/`, 'Record a deploy'],
    [() => `releases/${VERSION}/files/`, 'Files'],
    [() => 'settings/', 'Invite a member', 'Actions for bob@acme.test'],
    [() => 'settings/teams/', 'Create a team', 'Actions for'],
    [() => 'settings/tokens/', 'Create a token', 'Rename Deployment', 'Revoke Deployment'],
    [() => 'settings/audit-log/', 'By'],
    [() => 'settings/general/', 'Name', 'Slug', 'Save', 'Remove the organization…'],
    [() => 'account/', 'Theme', 'New password', 'Set the password', 'Create a token'],
    [() => 'nowhere/'],
  ];
  /** The parts around each page. */
  const AROUND = [
    'Skip to the content',
    'Issues (a)',
    'Projects (a)',
    'Releases (a)',
    'Organization (a)',
    'Your account',
  ];

  test('reaches everything on every page, shows where it is, and opens and closes menus', async () => {
    const complaints: string[] = [];
    for (const [address, ...expected] of PAGES) {
      await tab.goto(address());
      const walk = await reader.walk('body', { opens: true });
      const missing = [...AROUND, ...expected].filter((name) => !walk.names.some((one) => one.startsWith(name)));
      complaints.push(
        ...walk.complaints.map((text) => `${address()}: ${text}`),
        ...missing.map((name) => `${address()}: ${name} is not among ${walk.names.join(', ')}`),
      );
    }
    expect(complaints).toEqual([]);
  });

  /* On a phone, bars at both edges of the screen cover more of the scrolled content. */
  test('goes back by the way it came, on a phone', async () => {
    await tab.page.setViewportSize({ ...PHONE, height: 500 });
    for (const address of ['issues/', `issues/${issue}/`, 'projects/shop/settings/']) {
      await tab.goto(address);
      const forth = await reader.walk('body');
      await tab.goto(address);
      const back = await reader.walk('body', { key: 'Shift+Tab' });
      expect([...forth.complaints, ...back.complaints]).toEqual([]);
      expect([...back.names].sort()).toEqual([...forth.names].sort());
    }
  });

  test('signs in', async () => {
    const other = await openConsole(fixture.service, { organization: fixture.organization, isSignedOut: true });
    await other.goto('/sign-in');
    const { names, complaints } = await new KeyboardReader(other.page).walk('body');
    expect(complaints).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['E-mail address (input)', 'Password (input)', 'Sign in (button)']));
  });

  /**
   * Dialogs: the page, the button, the item of its menu if it has one, and the elements that keys must reach in the
   * dialog.
   */
  const DIALOGS: readonly (readonly [address: () => string, button: string, item: string | null, ...string[]])[] = [
    [() => 'issues/', 'Saved searches', 'Save this search', 'Name', 'Who sees it', 'Save'],
    [() => 'issues/', 'Saved searches', 'Edit saved searches', 'Remove'],
    [() => 'issues/', 'Time', 'From … to …', 'From', 'To', 'Show', 'Close'],
    [() => `issues/${issue}/`, 'Ways to resolve', 'In a release', 'Release', 'Cancel', 'Resolve'],
    [() => `issues/${issue}/`, 'Ways to resolve', 'In a commit', 'Commit', 'Repository', 'Resolve'],
    [() => `issues/${issue}/`, 'Ignore', 'Other conditions', 'Number', 'Ignore'],
    [() => `issues/${issue}/`, 'More', 'Merge', 'Search issues', 'Merge into'],
    [() => `issues/${issue}/`, 'More', 'Remove', 'Cancel', 'Remove'],
    [() => `issues/${issue}/activity/`, 'Remove', null, 'Cancel', 'Remove'],
    [() => `releases/${VERSION}/`, 'Remove…', null, 'Cancel', 'Remove'],
    [() => `releases/${VERSION}/deploys/`, 'Record a deploy', null, 'Environment', 'Name', 'Record'],
    [() => 'projects/shop/settings/', 'Remove the project…', null, 'Type shop to confirm', 'Cancel'],
    [() => 'projects/shop/settings/keys/', 'New key', null, 'Cancel'],
    [() => 'projects/shop/settings/keys/', 'Edit', null, 'Name', 'Events at most', 'Save'],
    [() => 'projects/shop/settings/keys/', 'Rotate', null, 'Cancel', 'Rotate'],
    [() => 'projects/shop/settings/keys/', 'Remove', null, 'Cancel', 'Remove'],
    [() => 'projects/shop/settings/alerts/', 'Remove', null, 'Cancel', 'Remove'],
    [() => 'projects/shop/settings/webhook/', 'Renew the secret', null, 'Cancel', 'Renew the secret'],
    [() => 'settings/', 'Invite a member', null, 'E-mail address', 'Role', 'Invite'],
    [() => 'settings/', 'Actions for bob@acme.test', 'Change role', 'Role', 'Save'],
    [() => 'settings/', 'Actions for bob@acme.test', 'Tokens', 'Revoke'],
    [() => 'settings/', 'Actions for bob@acme.test', 'Remove', 'Cancel', 'Remove the member'],
    [() => 'settings/teams/', 'Create a team', null, 'Name', 'Slug', 'Save'],
    [() => 'settings/tokens/', 'Create a token', null, 'Name', 'Valid for', 'org:read', 'Create a token'],
    [() => 'settings/tokens/', 'Rename Deployment', null, 'Name', 'Save'],
    [() => 'settings/tokens/', 'Revoke Deployment', null, 'Cancel', 'Revoke'],
    [() => 'settings/general/', 'Remove the organization…', null, `Type`, 'Cancel'],
  ];

  test('opens dialogs, stays in them, and is where it was when they are closed', async () => {
    const complaints: string[] = [];
    let closesByButton = false;
    for (const [address, button, item, ...expected] of DIALOGS) {
      const of = `${button} ${item ?? ''}`;
      // The next dialog is opened on the page where the last one was closed.
      if (!tab.page.url().endsWith(`/${fixture.organization}/${address()}`)) await tab.goto(address());
      await reader.reach(button, 'main');
      if (item === null) await tab.page.keyboard.press('Enter');
      else await reader.choose(item);
      const dialog = tab.page.getByRole('dialog');
      await dialog.waitFor();
      await tab.page.locator('[role=dialog]:focus-within').waitFor();
      await tab.settle();
      const forth = await reader.walk('[role=dialog]', { stays: true });
      const back = await reader.walk('[role=dialog]', { key: 'Shift+Tab', stays: true });
      const missing = expected.filter((name) => !forth.names.some((one) => one.startsWith(name)));
      complaints.push(
        ...[...forth.complaints, ...back.complaints].map((text) => `${of}: ${text}`),
        ...missing.map((name) => `${of}: ${name} is not among ${forth.names.join(', ')}`),
      );
      // In turn with Escape and with the button that fingers need.
      closesByButton = !closesByButton;
      if (closesByButton) await reader.reach('Close', '[role=dialog]');
      await tab.page.keyboard.press(closesByButton ? 'Enter' : 'Escape');
      await dialog.waitFor({ state: 'detached' });
      const after = await reader.focused();
      if (after?.startsWith(button) !== true) complaints.push(`${of}: afterwards ${after ?? 'nothing'} has the focus`);
    }
    expect(complaints).toEqual([]);
  });

  test('asks about all issues that are selected', async () => {
    const { page } = tab;
    await tab.goto('issues/');
    await reader.reach('Select all');
    await page.keyboard.press('Space');
    await reader.reach('More');
    await reader.choose('Remove');
    await page.getByRole('dialog', { name: 'Remove 2 issues?' }).waitFor();
    const { names, complaints } = await reader.walk('[role=dialog]', { stays: true });
    expect(complaints).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['Cancel (button)', 'Remove 2 issues (button)', 'Close (button)']));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await reader.focused()).toBe('More (button)');
  });

  test('creates a token, and copies what is shown once', async () => {
    const { page } = tab;
    await tab.goto('settings/tokens/');
    await reader.reach('Create a token');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await reader.reach('Name', '[role=dialog]');
    await page.keyboard.type('Nightly build');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Done' }).waitFor();
    const { names, complaints } = await reader.walk('[role=dialog]', { stays: true });
    expect(complaints).toEqual([]);
    // Escape does not close it, and neither does a button but its own.
    expect(names).not.toContain('Close (button)');
    await page.keyboard.press('Escape');
    await reader.reach('Done', '[role=dialog]');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rename Nightly build' }).waitFor();
    expect(await reader.focused()).toBe('Create a token (button)');
  });

  test('follows links, and the next key is in the page', async () => {
    await tab.goto('issues/');
    await reader.reach('Projects (a)');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(/\/projects\/$/);
    await tab.page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    await tab.page.keyboard.press('Tab');
    expect(await reader.focused()).toBe('New project (a)');
    await reader.reach('Skip to the content');
    await tab.page.keyboard.press('Enter');
    await tab.page.keyboard.press('Tab');
    expect(await reader.focused()).toBe('New project (a)');
  });

  test('finds what is not reached, not shown or covered, where a page has that', async () => {
    await tab.goto('settings/tokens/');
    await tab.page.evaluate(`{
      const add = (name) => {
        const button = document.querySelector('.page-head').appendChild(document.createElement('button'));
        button.textContent = name;
        return button;
      };
      add('Unreachable').tabIndex = -1;
      add('Unseen').style.outline = 'none';
      const { top, left, width, height } = add('Covered').getBoundingClientRect();
      const cover = document.body.appendChild(document.createElement('div'));
      Object.assign(cover.style, { position: 'fixed', top: top + 'px', left: left + 'px', width: width + 'px', height: height + 'px' });
    }`);
    const { complaints } = await reader.walk('body');
    expect(complaints).toEqual([
      'no key reaches Unreachable (button)',
      'nothing shows the focus of Unseen (button)',
      'something covers Covered (button) when it has the focus',
    ]);
  });
});
