/**
 * The page of an issue in a real browser, with events of the real SDK. Run `npm run console` first if the console was
 * changed.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { putArtifacts } from '../../support/artifacts';
import { AttachmentClient, fileItem } from '../../support/attachments';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { endProcesses, execute, poll } from '../../support/process';
import { Shop } from '../../support/sampleShop';
import { type Service, startService } from '../../support/service';
import { connectTickets, giteaIssue, REPOSITORY, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';
import { WebhookServer } from '../../support/webhookServer';
import { type Console, type ConsoleOptions, describeInBrowser, DESKTOP, openConsole, PHONE } from '../support/console';

/** After this time, in milliseconds, the page reads the issue again. */
const POLL_INTERVAL = 15_000;

/** An image of one pixel. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const PROGRAM = join(__dirname, '../../support/programs/shop.js');

describeInBrowser('the page of an issue', () => {
  let service: Service;
  let project: ProjectFixture;
  let tab: Console;
  let page: Page;
  let ticketServer: TicketServer;

  beforeAll(async () => {
    ticketServer = await TicketServer.start();
    service = await startService(TICKET_ENVIRONMENT);
  });
  beforeEach(async () => {
    project = await service.fixtures.project();
  });
  afterAll(async () => {
    endProcesses();
    await service.close();
    await ticketServer.close();
  });

  const randomId = (): string => randomUUID().replaceAll('-', '');
  /** What the SDK sends for each failure: its program runs once, and each test gets the event as a new one. */
  const envelopes = new Map<string, Promise<string>>();
  const record = async (failure: string): Promise<string> => {
    const server = await WebhookServer.start();
    const dsn = `http://${'a'.repeat(32)}@127.0.0.1:${server.port}/1`;
    const { stderr } = await execute(process.execPath, [PROGRAM, failure], { SENTRY_DSN: dsn });
    await server.close();
    expect(stderr).toBe('');
    // The SDK reports the state of its session in an envelope of its own.
    return server.posts.find(({ body }) => body.includes('\n{"type":"event"}\n'))?.body ?? '';
  };
  const send = async (failure: string): Promise<void> => {
    if (!envelopes.has(failure)) envelopes.set(failure, record(failure));
    const recorded = (await envelopes.get(failure)) ?? '';
    const [, trace = ''] = /"trace_id":"([0-9a-f]{32})"/.exec(recorded) ?? [];
    const lines = recorded.replaceAll(trace, randomId()).split('\n');
    const [header, item, event] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const [now, id] = [Date.now(), randomId()];
    const sent = envelope({ ...header, event_id: id, sent_at: new Date(now).toISOString() }, [
      { ...item },
      { ...event, event_id: id, timestamp: now / 1000 },
    ]);
    const url = `${service.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
    expect((await fetch(url, { method: 'POST', body: sent })).status).toBe(200);
  };
  /** Short ids of the project's issues, the last seen first. */
  const issues = async (): Promise<string[]> => {
    const token = await service.fixtures.token(project.organization);
    const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
    return (body as { shortId: string }[]).map(({ shortId }) => shortId);
  };
  const addressOf = (issue: string, rest = ''): string => `issues/${issue}/${rest}`;
  const waitForAddress = (address: string): Promise<void> => page.waitForURL(`**/${address}`);

  async function open(address: string, options: ConsoleOptions = {}): Promise<void> {
    const { organization } = project;
    tab = await openConsole(service, { organization, email: 'owner@acme.test', ...options });
    ({ page } = tab);
    await tab.goto(address);
  }

  test('shows what the SDK sent: the stack with its source, variables, breadcrumbs, tags and who was affected', async () => {
    await send('exception');
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    await page.locator('h1', { hasText: /^TypeError\s*Cannot read properties of undefined/ }).waitFor();
    await page.locator('[data-marked=true]', { hasText: 'return item.price.amount;' }).waitFor();
    await page.getByText('added a book', { exact: true }).waitFor();
    await page.getByRole('button', { name: /frames of libraries$/ }).waitFor();
    await page.getByRole('heading', { name: 'Contexts' }).waitFor();
    const origin = page.locator('section', { has: page.getByRole('heading', { name: 'Where it began' }) });
    await origin.getByText('No release of the project was in use before.').waitFor();
    const memory = page.locator('dt:text-is("memory_size") + dd > span');
    expect(await memory.innerText()).toMatch(/^[\d.]+ GB$/);
    expect(await memory.getAttribute('title')).toMatch(/^\d{9,}$/);
    await page
      .getByRole('link', { name: /staging/ })
      .first()
      .waitFor();
    await page.getByText('ann@acme.test').first().waitFor();
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('m');
    await page.getByText('Copied.').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`# ${issue}\n`);
    expect(copied).toContain('\nTypeError: Cannot read properties of undefined');
    expect(copied).toContain('return item.price.amount;');
    expect(copied).not.toContain('ann@acme.test');
    await page.getByRole('button', { name: 'Copy for an assistant' }).click();
  });

  test('leads from the user of an event to the issues of the user', async () => {
    const failure = (type: string) => ({ exception: { values: [{ type, value: 'boom' }] } });
    await service.fixtures.event(project, { ...failure('OfBob'), user: { id: 'bob 8' } });
    await service.fixtures.event(project, { ...failure('OfAnn'), user: { id: 'ann 7', email: 'ann@acme.test' } });
    const [issue = ''] = await issues();
    expect(await issues()).toHaveLength(2);
    await open(addressOf(issue));
    await page.getByRole('link', { name: 'Issues of this user' }).click();
    await page.waitForURL((url) => url.searchParams.get('query') === 'user.id:"ann 7"');
    await page.getByRole('link', { name: /OfAnn/ }).waitFor();
    expect(await page.getByRole('link', { name: /OfBob/ }).count()).toBe(0);
  });

  test('shows the causes of an exception below it', async () => {
    await send('cause');
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    await page.getByRole('link', { name: 'OutOfStock' }).waitFor();
    const headings = page.locator('article h3');
    expect(await headings.allInnerTexts()).toEqual(['Error', 'OutOfStock', 'TypeError']);
  });

  test('switches between the frames of the source and those that were sent, and leads to the reason of unmapped ones', async () => {
    const shop = await Shop.build();
    const url = 'https://shop.test/static/shop.js';
    const release = 'shop@1.0.0';
    const names = ['shop.js', 'shop.js.map'];
    const texts = await Promise.all(names.map((name) => shop.read(`dist/${name}`)));
    const crash = await shop.crash(url);
    await shop.dispose();
    await service.fixtures.event(project, { ...crash, release });
    const [unmapped = ''] = await issues();
    await open(addressOf(unmapped));
    const reason = page.getByRole('link', { name: 'Why is this not mapped?' });
    expect(await reason.getAttribute('href')).toMatch(/\/events\/[0-9a-f]{32}\/source-maps\/$/);
    const files = names.map((name, index) => ({ name: `~/static/${name}`, text: texts[index] ?? '' }));
    await putArtifacts(service.app.database, project.row, files, { release });
    await service.fixtures.event(project, { ...crash, release });
    const [mapped = ''] = await issues();
    await tab.goto(addressOf(mapped, 'events/latest/'));
    await page
      .getByText(/^src\/stock\.ts:/)
      .first()
      .waitFor();
    await reason.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Raw' }).click();
    await page
      .getByText(/static\/shop\.js:1:/)
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('stack')).toBe('raw');
  });

  test('resolves, ignores, assigns and bookmarks by keys, and undoes', async () => {
    await send('message');
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    const badge = page.locator('.badge').first();
    await page.getByRole('heading', { name: 'About this event' }).waitFor();
    await page.keyboard.press('e');
    await page.getByText(`${issue} is resolved.`).waitFor();
    await badge.getByText('Resolved').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change is undone.').waitFor();
    // The pressed button is gone: the focus is where it was before.
    await page.locator('#content:focus').waitFor();
    await badge.getByText('New').waitFor();
    await page.keyboard.press('i');
    await badge.getByText('Ignored for good').waitFor();
    await page.keyboard.press('b');
    await page.getByRole('button', { name: 'Remove bookmark' }).waitFor();
    await page.keyboard.press('a');
    // The keys are the list's before its field has the focus, and then those of the field: `i` ignores nothing.
    await page.getByRole('combobox', { name: 'Search members and teams' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('me (');
    await page.keyboard.press('Enter');
    await page.getByText(`${issue} is assigned to Me (owner@acme.test).`).waitFor();
    // A button keeps the focus while its change is made, and so does the one that takes its place.
    const focused = page.locator(':focus');
    await page.getByRole('button', { name: 'owner@acme.test' }).and(focused).waitFor();
    await page.getByRole('button', { name: 'Remove bookmark' }).press('Enter');
    await page.getByRole('button', { name: 'Bookmark', exact: true }).and(focused).waitFor();
    await page.getByRole('button', { name: 'Stop ignoring' }).press('Enter');
    await page.getByRole('button', { name: 'Ignore', exact: true }).and(focused).waitFor();
    await page.getByRole('button', { name: 'Ways to resolve' }).click();
    await page.getByRole('menuitem', { name: 'In a release…' }).click();
    await page.getByLabel('Release', { exact: true }).fill('shop@1.4.0');
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await badge.getByText('Resolved in shop@1.4.0').waitFor();
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('owner@acme.test resolved the issue in shop@1.4.0.').waitFor();
    await page.getByText('owner@acme.test assigned the issue to owner@acme.test.').waitFor();
  });

  test('keeps the draft of a comment when the page is loaded again', async () => {
    await send('message');
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    await page.getByRole('heading', { name: 'About this event' }).waitFor();
    await page.keyboard.press('c');
    await waitForAddress(addressOf(issue, 'activity/'));
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('The warehouse was moved.');
    await page.reload();
    expect(await page.getByLabel('Comment').inputValue()).toBe('The warehouse was moved.');
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByText('owner@acme.test wrote:').waitFor();
    expect(await page.getByLabel('Comment').inputValue()).toBe('');
    await page.locator('textarea:focus').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Comment').last().fill('It is still there.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It is still there.').waitFor();
    await page.getByText(/ · edited /).waitFor();
    await page.getByRole('button', { name: 'Edit' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('owner@acme.test wrote:').waitFor({ state: 'detached' });
  });

  test('reads the bars of its chart, opens the events of one bar or of several, and draws the chart for their time', async () => {
    await send('message');
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    const bars = page.getByRole('link', { name: /· Events: \d/ });
    const reading = page.locator('.chart [aria-live]');
    await page.locator('.chart canvas').waitFor();
    await bars.focus();
    await reading.getByText(/· Events: 1( ·|$)/).waitFor();
    await page.keyboard.press('ArrowLeft');
    await reading.getByText(/· Events: 0$/).waitFor();
    await tab.axe();
    await page.keyboard.press('Shift+ArrowRight');
    await reading.getByText(/–.* · Events: 1( ·|$)/).waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await bars.boundingBox()) ?? {};
    const at = async (share: number): Promise<void> => page.mouse.move(x + width * share, y + height / 2);
    await at(0.5);
    await reading.getByText(/^\d+ \w+ \d{4} · Events: 0$/).waitFor();
    await at(0.99);
    await reading.getByText(/· Events: 1( ·|$)/).waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL(/\/events\/\?start=.*&end=/);
    await page.getByRole('row').nth(1).waitFor();
    const lengthOf = (url: string): number => {
      const { searchParams } = new URL(url);
      return Date.parse(searchParams.get('end') ?? '') - Date.parse(searchParams.get('start') ?? '');
    };
    const former = page.url();
    expect(lengthOf(former)).toBe(86_400_000);
    // The day has a bar for each hour now.
    const drawn = page.getByRole('img', { name: / events? in (?!14 days)/ });
    await drawn.waitFor();
    await page.getByRole('button', { name: '14d', pressed: false }).waitFor();
    await tab.axe();
    await bars.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== former);
    expect(lengthOf(page.url())).toBe(7_200_000);
    await page.getByRole('button', { name: '14d' }).click();
    await page.getByRole('img', { name: /events? in 14 days/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('start')).toBeNull();
    await at(0.4);
    await page.mouse.down();
    await at(0.6);
    await page.mouse.up();
    await page.waitForURL(/start=/);
    expect(lengthOf(page.url())).toBeGreaterThan(86_400_000);
    await page.getByRole('heading', { name: 'No event matches' }).waitFor();
    await page.getByRole('button', { name: 'Any time' }).click();
    await page.getByRole('row').nth(1).waitFor();
  });

  test('names each day below its chart once', async () => {
    await send('message');
    const [issue = ''] = await issues();
    // The chart is as wide as the page.
    await open(addressOf(issue), { viewport: { width: 1000, height: 900 } });
    // The texts that the canvas has since it was cleared.
    await page.addInitScript(`
      const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
      globalThis.drawn = [];
      Object.assign(CanvasRenderingContext2D.prototype, {
        clearRect(...given) { globalThis.drawn.length = 0; return clearRect.apply(this, given); },
        fillText(text, ...given) { globalThis.drawn.push(text); return fillText.call(this, text, ...given); },
      });
    `);
    const timeOf = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    await tab.goto(addressOf(issue, `events/?start=${timeOf(3)}&end=${timeOf(0)}`));
    await page.locator('summary', { hasText: 'Chart, tickets, tags and releases' }).click();
    await page.locator('.chart canvas').waitFor();
    const drawn = await page.evaluate<string[]>('globalThis.drawn');
    const days = drawn.filter((text) => /^\d+ \w+$/.test(text));
    expect(days.length).toBeGreaterThan(1);
    expect(days).toEqual([...new Set(days)]);
  });

  test('goes from event to event, and notices new ones', async () => {
    await send('message');
    await send('message');
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    await page.clock.install();
    await tab.goto(addressOf(issue, 'events/oldest/'));
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.waitForURL(/events\/[0-9a-f]{32}\//);
    const newest = page.url();
    await page.getByRole('button', { name: 'Newer' }).and(page.locator(':disabled')).waitFor();
    await page.keyboard.press('p');
    await page.waitForURL((url) => url.href !== newest);
    await page.getByRole('button', { name: 'Older' }).and(page.locator(':disabled')).waitFor();
    await page.getByRole('img', { name: /^2 events in 14 days/ }).waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await send('message');
    await page.clock.runFor(POLL_INTERVAL);
    await tab.waitOutOfTime(page.getByText('1 newer event'));
    // The chart, which is read less often, agrees at once.
    await tab.waitOutOfTime(page.getByRole('img', { name: /^3 events in 14 days/ }));
    await page.clock.resume();
    await page.getByRole('button', { name: 'Show the newest' }).click();
    await waitForAddress(addressOf(issue, 'events/latest/'));
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByRole('row').nth(3).waitFor();
    await page.getByRole('searchbox', { name: 'Search events' }).fill('release:nowhere');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No event matches' }).waitFor();
    expect(new URL(page.url()).searchParams.get('query')).toBe('release:nowhere');
  });

  test.each([
    ['a wide screen', DESKTOP],
    ['a phone', PHONE],
  ])('keeps the chosen columns of tags in the list of events on %s', async (_, viewport) => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`tag-${index}`, 'a value of some length']),
    );
    await service.fixtures.event(project, { tags: { region: 'eu-west', Time: 'noon', ...many } });
    const [issue = ''] = await issues();
    await open(addressOf(issue, 'events/'), { viewport });
    const headings = page.getByRole('columnheader');
    expect(await headings.allTextContents()).toEqual(['Event', 'Time', 'Environment', 'Release', 'User']);
    await page.getByRole('combobox', { name: 'Columns: 2 tags' }).click();
    await page.getByRole('option', { name: 'Environment' }).click();
    await page.getByRole('option', { name: 'region' }).click();
    await page.getByRole('option', { name: 'Time' }).click();
    await tab.axe();
    await page.keyboard.press('Escape');
    const expectColumns = async (): Promise<void> => {
      await page.getByRole('combobox', { name: 'Columns: 3 tags' }).waitFor();
      expect(await headings.allTextContents()).toEqual(['Event', 'Time', 'Release', 'region', 'Time', 'User']);
      const shown = page.locator('td:visible', { hasText: /^(eu-west|noon)$/ });
      expect(await shown.allInnerTexts()).toEqual(['eu-west', 'noon']);
      await tab.expectToFit();
      await tab.axe();
    };
    await expectColumns();
    await page.reload();
    await expectColumns();
    await open(addressOf(issue, 'events/'), { viewport, locale: 'de-DE' });
    await page.getByRole('combobox', { name: 'Spalten: 2 Tags' }).waitFor();
    await tab.expectToFit();
  });

  test('merges issues, leads from the former address to the one that is left, and separates them again', async () => {
    await send('message');
    await send('exception');
    const [other = '', issue = ''] = await issues();
    await open(addressOf(issue));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Merge into/ }).click();
    await page.getByRole('button', { name: `Merge into ${other}` }).click();
    await waitForAddress(addressOf(other));
    await tab.goto(addressOf(issue, 'hashes/'));
    await waitForAddress(addressOf(other, 'hashes/'));
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Move 1 hash to a new issue' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Move/ }).click();
    await page.getByText(/^The events are in .* now\.$/).waitFor();
  });

  test('leads from an issue to a similar one, and to the events of the trace', async () => {
    await send('exception');
    const [issue = ''] = await issues();
    const message = 'Cannot read the total of the shopping cart';
    const trace = { trace_id: 'c0ffee00'.repeat(4), span_id: 'b7ad6b7169203331' };
    for (const fingerprint of ['first', 'second'])
      await service.fixtures.event(project, {
        fingerprint: [fingerprint],
        exception: { values: [{ type: 'CartError', value: message }] },
        contexts: { trace },
      });
    const [second = '', first = ''] = await issues();
    await open(addressOf(first, 'hashes/'));
    const similar = page.getByRole('table', { name: 'Similar issues' });
    await similar.getByRole('link', { name: `CartError: ${message}` }).click();
    await waitForAddress(addressOf(second));
    await page.getByRole('link', { name: 'Events of this trace' }).click();
    const ofTrace = `events/?query=trace%3A${trace.trace_id}`;
    const links = page.locator(`a[href$="${ofTrace}"]`);
    await links.nth(1).waitFor();
    expect(await page.getByText(issue, { exact: true }).count()).toBe(0);
    await links.filter({ hasText: 'CartError' }).last().click();
    await page.waitForURL((url) => url.href.endsWith(ofTrace));
    await page.locator('td a[href*="/events/"]').first().waitFor();
  });

  test.each([
    ['a wide screen', DESKTOP],
    ['a phone', PHONE],
  ])('undoes changes and merges from the activity on %s', async (_, viewport) => {
    await send('message');
    await send('exception');
    const [other = '', issue = ''] = await issues();
    await open(addressOf(issue), { viewport });
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByText(`${issue} is resolved.`).waitFor();
    await tab.goto(addressOf(issue, 'activity/'));
    const undo = page.locator('li').getByRole('button', { name: 'Undo' });
    await tab.axe();
    await undo.click();
    await page.getByRole('dialog').getByText('All of the change is undone').waitFor();
    await tab.axe();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('owner@acme.test undid the last change.').waitFor();
    await undo.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Merge into/ }).click();
    await page.getByRole('button', { name: `Merge into ${other}` }).click();
    await waitForAddress(addressOf(other));
    await tab.goto(addressOf(other, 'activity/'));
    await undo.click();
    await page.getByRole('dialog').getByText(`${issue} becomes an issue of its own again`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page
      .getByText(new RegExp(`owner@acme.test .*${issue}`))
      .first()
      .waitFor();
    await undo.waitFor({ state: 'detached' });
    await tab.expectToFit();
    expect((await issues()).toSorted()).toEqual([issue, other].toSorted());
    await tab.goto(addressOf(issue));
    await page.locator('h1', { hasText: 'The warehouse answers slowly' }).waitFor();
  });

  test('leaves a menu open that was opened before the page was loaded', async () => {
    await send('message');
    const [issue = ''] = await issues();
    await open('issues/');
    let showIssue = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      void page.route(/\/issues\/[^/]+\/\?/, async (route) => {
        const isShown = new Promise<void>((shown) => (showIssue = shown));
        resolve();
        await isShown;
        await route.continue();
      });
    });
    // As by the back button.
    const address = `/organizations/${project.organization}/${addressOf(issue)}`;
    await page.evaluate(`history.pushState(null, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`);
    await isAsked;
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    showIssue();
    await page.locator('h1', { hasText: 'The warehouse answers slowly' }).waitFor();
    await tab.settle();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('opens a menu whose button is pressed before the menu is loaded', async () => {
    let load = (): void => undefined;
    const isLoaded = new Promise<void>((resolve) => (load = resolve));
    const { context } = await openConsole(service, { organization: project.organization });
    const other = await context.newPage();
    await other.route(/\/primitives-[^/]*\.js/, async (route) => {
      await isLoaded;
      await route.continue();
    });
    await other.goto(`${service.url}/organizations/${project.organization}/projects/`);
    await other.getByRole('button', { name: /^Your account/ }).click();
    load();
    await other.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await other.keyboard.press('Escape');
    await other.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'detached' });
    await other.locator('button[aria-label^="Your account"]:focus').waitFor();
    await other.close();
  });

  test('says what is missing, and removes an issue after a warning', async () => {
    await send('message');
    const [issue = ''] = await issues();
    const missing = `events/${'f'.repeat(32)}/`;
    await open(addressOf(issue));
    tab.expectReply('get', new RegExp(`/${missing}$`), 404);
    await tab.goto(addressOf(issue, missing));
    await page.getByRole('heading', { name: 'This event is no longer stored' }).waitFor();
    await page.getByRole('link', { name: 'Show the newest event' }).click();
    await page.getByText('The warehouse answers slowly').first().waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByText('This cannot be undone.').waitFor();
    await page.getByRole('button', { name: 'Remove the issue' }).click();
    await page.getByText(`${issue} is removed.`).waitFor();
    tab.expectReply('get', new RegExp(`/issues/${issue}/$`), 404);
    await tab.goto(addressOf(issue));
    await page.getByRole('heading', { name: 'There is no such issue', level: 1 }).waitFor();
  });

  test('shows names in its texts as code', async () => {
    await service.fixtures.event(project);
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    const advice = page.locator('p', { hasText: 'No event names a release.' });
    expect(await advice.locator('code').innerText()).toBe('release');
    expect(await advice.innerText()).not.toContain('`');
  });

  test('names a level in the language of the reader, in the list and on the page', async () => {
    await service.fixtures.event(project, { level: 'error' });
    const [issue = ''] = await issues();
    await open('issues/', { viewport: PHONE, locale: 'de-DE' });
    for (const address of ['issues/', addressOf(issue)]) {
      await tab.goto(address);
      expect(await page.locator('[data-level=error]').first().innerText()).toBe('Fehler');
      await tab.expectToFit();
    }
  });

  test('marks the issue as seen', async () => {
    await send('message');
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    const token = await service.fixtures.token(project.organization, { email: 'owner@acme.test' });
    await poll(async () => {
      const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
      return (body as { hasSeen: boolean }[])[0]?.hasSeen === true;
    });
  });

  test('leads from its heading to the stack by few keys, and reads the event before the side column', async () => {
    await send('exception');
    const [issue = ''] = await issues();
    await open(addressOf(issue));
    const isReached = (selector: string) =>
      page.evaluate<boolean>(`document.activeElement.closest(${JSON.stringify(selector)}) !== null`);
    let keys = 0;
    const tabTo = async (selector: string): Promise<void> => {
      for (; keys < 20 && !(await isReached(selector)); keys += 1) await page.keyboard.press('Tab');
    };
    await tabTo('a[href="#stack-trace"]');
    await tab.axe();
    await page.keyboard.press('Enter');
    await tabTo('#stack-trace [aria-expanded]');
    expect(keys).toBeLessThanOrEqual(10);
    expect(await page.locator('article [aria-expanded=true]').count()).toBe(1);
    expect(
      await page.evaluate<boolean>(
        `(document.querySelector('aside').compareDocumentPosition(document.querySelector('#stack-trace')) & 2) === 2`,
      ),
    ).toBe(true);
  });

  test('shows the attachments of an event, and of all events of the issue', async () => {
    const client = new AttachmentClient(service, project, await service.fixtures.token(project.organization));
    const [id, box] = ['a'.repeat(32), { x: 0, y: 0, width: 300, height: 600 }];
    const children = [{ type: 'Button', identifier: 'pay', ...box, height: 20 }, { type: 'Label' }];
    const views = JSON.stringify({ windows: [{ type: 'Window', ...box, children }] });
    const hierarchy = { attachment_type: 'event.view_hierarchy' };
    await client
      .send(
        id,
        [{ type: 'event' }, { message: 'boom' }],
        fileItem('app.log', 'the cart is <b>empty</b>'),
        fileItem('broken.json', '{"windows":', hierarchy),
        fileItem('cart.png', IMAGE),
        fileItem('page.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title = 1"/>'),
        fileItem('screenshot.png', IMAGE, { content_type: 'image/png' }),
        fileItem('views.json', views, hierarchy),
      )
      .expect(200);
    await client.send('b'.repeat(32), [{ type: 'event' }, { message: 'boom' }], fileItem('b.log', 'b')).expect(200);
    const [issue = ''] = await issues();
    await open(addressOf(issue, `events/${id}/`));
    await page.getByRole('heading', { name: 'Attachments' }).waitFor();
    // A file that is no image has no picture.
    await page.getByRole('button', { name: 'Enlarge page.png' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Enlarge cart.png' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'cart.png' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('img', { name: 'screenshot.png' }).waitFor();
    await dialog.getByText('2 of 2').waitFor();
    await tab.axe();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show app.log' }).click();
    await page.locator('pre', { hasText: 'the cart is <b>empty</b>' }).waitFor();
    await page.getByRole('button', { name: 'Show broken.json' }).click();
    await page.getByText('This file is not a view hierarchy that can be read.').waitFor();
    await page.getByRole('button', { name: 'Show views.json' }).click();
    const view = (name: string) => page.getByRole('treeitem', { name, exact: true });
    await view('Window').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('dt:text-is("identifier") + dd', { hasText: 'pay' }).waitFor();
    expect(await view('Button – pay').getAttribute('aria-level')).toBe('2');
    expect(await page.getByRole('img', { name: 'Wireframe of the views' }).locator('rect').count()).toBe(3);
    await tab.axe();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await view('Label').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await view('Label').waitFor();
    const file = (name: string) => page.getByRole('cell', { name, exact: true });
    await page.getByRole('button', { name: 'Remove app.log' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await file('app.log').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Attachments' }).click();
    await file('b.log').waitFor();
    await tab.axe();
    await page.getByLabel('Screenshots only').check();
    await file('b.log').waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('owner@acme.test removed the attachment app.log.').waitFor();
    const feedback = { type: 'feedback', contexts: { feedback: { message: 'The button is grey.', name: 'Kim' } } };
    const image = fileItem('screenshot.png', IMAGE, { content_type: 'image/png' });
    await client.send('c'.repeat(32), [{ type: 'feedback' }, feedback], image).expect(200);
    await tab.goto('feedback/');
    await page.getByRole('link', { name: /The button is grey/ }).click();
    await page.getByRole('article').getByRole('button', { name: 'Enlarge screenshot.png' }).waitFor();
  });

  test('creates a ticket, links another one and removes it, by the keyboard and on a phone', async () => {
    await service.fixtures.event(project, { message: 'boom' });
    const [issue = ''] = await issues();
    await open(addressOf(issue), { colorScheme: 'dark' });
    const tickets = page.locator('section', { has: page.getByRole('heading', { name: 'Tickets' }) });
    const toSettings = await tickets.getByRole('link', { name: 'Connect one' }).getAttribute('href');
    expect(toSettings).toMatch(/\/settings\/tickets\/$/);
    const { organization } = project;
    const token = await service.fixtures.token(organization);
    const { url } = ticketServer;
    for (const name of ['shop', 'web']) {
      ticketServer.replies.set(`GET /api/v1/repos/acme/${name}`, [200, { id: 1 }]);
      const body = { kind: 'gitea', url, project: `acme/${name}`, token: 'secret-token' };
      await connectTickets(service, { organization, token, body });
    }
    ticketServer.replies.set(`POST ${REPOSITORY}/issues`, [201, giteaIssue(ticketServer)]);
    ticketServer.replies.set('GET /api/v1/repos/acme/web/issues/8', [
      200,
      {
        ...giteaIssue(ticketServer),
        ...{ number: 8, state: 'closed', title: 'Cart', html_url: 'javascript:alert(1)' },
      },
    ]);
    await tab.goto(addressOf(issue));
    await tickets.getByText('The issue has no ticket.').waitFor();
    await tickets.getByRole('button', { name: 'Create a ticket' }).focus();
    await page.keyboard.press('Enter');
    const creation = page.getByRole('dialog', { name: 'Create a ticket' });
    await creation.getByLabel('Title').focus();
    await page.keyboard.type('Checkout');
    await tab.axe();
    await page.keyboard.press('Enter');
    await creation.waitFor({ state: 'detached' });
    const link = tickets.getByRole('link', { name: '#7' });
    expect(await link.getAttribute('href')).toBe(`${url}/acme/shop/issues/7`);
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(JSON.parse(ticketServer.requests.at(-1)?.body ?? '')).toMatchObject({ title: 'Checkout' });

    await tickets.getByRole('button', { name: 'Link a ticket' }).click();
    const linking = page.getByRole('dialog', { name: 'Link a ticket' });
    await linking.getByLabel('Ticket system').selectOption('Gitea, Forgejo: acme/web');
    await linking.getByLabel('Number or address').fill('x');
    tab.expectReply('post', /\/tickets\/$/, 400);
    await page.keyboard.press('Enter');
    await linking.getByRole('alert').getByText('Not the number, key or address').waitFor();
    await linking.getByLabel('Number or address').fill('8');
    await page.keyboard.press('Enter');
    await linking.waitFor({ state: 'detached' });
    const linked = tickets.getByRole('listitem').filter({ hasText: 'Cart' });
    await linked.getByText('Closed').waitFor();
    expect(await linked.getByRole('link').getAttribute('href')).toBe(url);
    await tab.axe();

    await page.setViewportSize(PHONE);
    await page.locator('summary', { hasText: 'Chart, tickets, tags and releases' }).click();
    await tickets.getByRole('button', { name: 'Remove the link to ticket #8' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await linked.waitFor({ state: 'detached' });
    await link.waitFor();
    await tab.expectToFit();
  });

  test('begins with the stack on a phone, and keeps its actions within reach', async () => {
    await send('exception');
    const [issue = ''] = await issues();
    await open(addressOf(issue), { viewport: PHONE });
    // The name of the assignee is longer than its place.
    const token = await service.fixtures.token(project.organization, { email: 'owner@acme.test' });
    const path = `/api/0/organizations/${project.organization}/issues/${issue}/`;
    const reply = await service.client.put(path, token).send({ assignedTo: 'ann@acme.test' });
    expect(reply.body).toMatchObject({ assignedTo: { email: 'ann@acme.test' } });
    await tab.goto(addressOf(issue));
    await page.getByRole('button', { name: 'ann@acme.test' }).waitFor();
    const boxOf = async (locator: Locator) =>
      (await locator.boundingBox()) ?? { x: 0, y: Infinity, height: 0, width: 0 };
    const resolve = await boxOf(page.getByRole('button', { name: 'Resolve', exact: true }));
    expect(resolve.y + resolve.height).toBeGreaterThan(PHONE.height - 20);
    const more = await boxOf(page.getByRole('button', { name: 'More', exact: true }));
    expect(more.x + more.width).toBeLessThanOrEqual(PHONE.width);
    const line = await boxOf(page.locator('[data-marked=true]').first());
    expect(line.y + line.height).toBeLessThan(resolve.y);
    const counts = page.locator('summary', { hasText: /^Events 1\s*Users 1\s*Last seen/ });
    expect((await boxOf(counts)).height).toBeLessThan(30);
    const newer = page.getByRole('button', { name: 'Newer' });
    await newer.waitFor({ state: 'hidden' });
    await page.locator('summary', { hasText: /^Event [0-9a-f]{8}/ }).click();
    await newer.waitFor();
    await tab.axe();
    await tab.expectToFit();
    await open(addressOf(issue), { viewport: PHONE, locale: 'de-DE' });
    const menu = await boxOf(page.getByRole('button', { name: 'Mehr', exact: true }));
    expect(menu.x + menu.width).toBeLessThanOrEqual(PHONE.width);
    await tab.goto('settings/');
    const current = await boxOf(page.locator('.navigation [aria-current=page]'));
    const account = await boxOf(page.getByRole('button', { name: /^Ihr Konto/ }));
    expect(current.x + current.width).toBeLessThanOrEqual(account.x + 1);
  });

  test('fits threads with long names on a phone', async () => {
    const thread = {
      name: `io.netty.channel.epoll.EpollEventLoopGroup-worker-thread-${'1'.repeat(60)}`,
      state: 'WAITING',
    };
    await service.fixtures.event(project, {
      exception: { values: [{ type: 'IOException', value: 'closed' }] },
      threads: {
        values: [
          { ...thread, id: 1, current: true },
          { id: 2, name: 'main' },
        ],
      },
    });
    const [issue = ''] = await issues();
    await open(addressOf(issue), { viewport: PHONE });
    await page.getByRole('heading', { name: 'Threads (2)' }).waitFor();
    await tab.expectToFit();
  });

  test.each([DESKTOP, PHONE])('has no accessibility violation at %o, and never scrolls sideways', async (viewport) => {
    await send('exception');
    const [issue = ''] = await issues();
    await open(addressOf(issue), { viewport });
    for (const part of ['', 'activity/', 'events/', 'tags/', 'attachments/', 'tags/?key=environment', 'hashes/']) {
      await tab.goto(addressOf(issue, part));
      await tab.axe();
      await tab.expectToFit();
    }
  });
});
