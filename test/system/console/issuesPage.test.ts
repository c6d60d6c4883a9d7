import type { ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { poll } from '../../support/process';
import { type Service, startService } from '../../support/service';
import { type Console, type ConsoleOptions, describeInBrowser, openConsole, PHONE } from '../support/console';

/** After so long the page reads the list again. */
const POLL_INTERVAL = 10_000;

describeInBrowser('the issues of an organization', () => {
  let service: Service;
  let project: ProjectFixture;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.close());
  beforeEach(async () => (project = await service.fixtures.project()));

  /** Makes an issue of its own for each title, the last one the newest. */
  async function report(titles: readonly string[], payload: Record<string, unknown> = {}): Promise<void> {
    const now = Date.now();
    for (const [index, title] of titles.entries()) {
      await service.fixtures.event(project, {
        exception: { values: [{ type: 'Error', value: title }] },
        fingerprint: [title],
        timestamp: new Date(now - (titles.length - index) * 1000).toISOString(),
        ...payload,
      });
    }
  }

  async function open(options: ConsoleOptions = {}): Promise<Console> {
    const tab = await openConsole(service, { organization: project.organization, ...options });
    await tab.goto('issues/');
    return tab;
  }
  const rows = ({ page }: Console) => page.locator('tbody tr');
  const row = ({ page }: Console, title: string) => page.locator('tbody tr', { hasText: title });
  const titles = async (tab: Console) => rows(tab).locator('td:nth-of-type(2) > div:nth-of-type(2)').allTextContents();
  /** Waits until the list has these issues, in this order. */
  async function expectTitles(tab: Console, expected: readonly string[]): Promise<void> {
    await poll(async () => (await titles(tab)).join('|') === expected.join('|')).catch(async () =>
      expect(await titles(tab)).toEqual(expected),
    );
  }
  const focused = ({ page }: Console) =>
    page.evaluate<string | null>(
      `document.activeElement.closest('tr')?.querySelector('td:nth-of-type(2) > div:nth-of-type(2)')?.textContent ?? null`,
    );
  const search = ({ page }: Console) => page.getByLabel('Search for issues');

  test('are listed with what is known of them, and lead to their page', async () => {
    await report(['sold out', 'out of stock'], { level: 'fatal', transaction: 'POST /cart', user: { id: '7' } });
    const tab = await open();
    await expectTitles(tab, ['out of stock', 'sold out']);
    const text = await row(tab, 'sold out').innerText();
    for (const part of ['Error', 'POST /cart', 'fatal', 'New', `${project.slug.toUpperCase()}-1`])
      expect(text).toContain(part);
    const badge = row(tab, 'sold out').locator('.badge', { hasText: /^New$/ });
    const kind = await badge.getAttribute('data-kind');
    expect(kind).toBe('warning');
    await row(tab, 'sold out').getByRole('link').click();
    await tab.page.waitForURL(/\/issues\/\d+\/$/);
    const onPage = tab.page.locator('.badge:not(tr *)', { hasText: /^New/ }).first();
    expect(await onPage.getAttribute('data-kind')).toBe(kind);
  });

  test('are searched with completion of keys and values', async () => {
    await report(['of the cart'], { level: 'warning', environment: 'staging', tags: { region: 'eu west' } });
    await report(['of the stock'], { level: 'error', environment: 'production' });
    const tab = await open();
    await expectTitles(tab, ['of the stock', 'of the cart']);
    const { keyboard } = tab.page;
    await keyboard.press('/');
    await keyboard.press('End');
    await keyboard.type(' reg');
    await tab.page.getByRole('option', { name: /^region:/ }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tab.page.getByRole('option', { name: /^eu west/ }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await poll(async () => (await search(tab).inputValue()) === 'is:unresolved region:"eu west" ');
    await keyboard.press('Enter');
    await expectTitles(tab, ['of the cart']);
    expect(new URL(tab.page.url()).searchParams.get('query')).toBe('is:unresolved region:"eu west"');
    await tab.page.getByRole('button', { name: 'Clear the search' }).click();
    await expectTitles(tab, ['of the stock', 'of the cart']);
    await tab.page.goBack();
    await expectTitles(tab, ['of the cart']);
    expect(await search(tab).inputValue()).toBe('is:unresolved region:"eu west"');
  });

  test('are opened by their short id and by the id of one of their events, which is the one shown', async () => {
    const ids = [];
    for (const age of [3000, 2000, 1000])
      ids.push(await service.fixtures.event(project, { timestamp: new Date(Date.now() - age).toISOString() }));
    const [oldest = ''] = ids;
    const tab = await open();
    await rows(tab).waitFor();
    await search(tab).fill(`is:unresolved ${oldest}`);
    await search(tab).press('Enter');
    await tab.page.waitForURL(new RegExp(`/issues/\\d+/events/${oldest}/$`));
    await tab.page.getByText(oldest, { exact: true }).waitFor();
    await tab.goto(`issues/?query=${oldest}`);
    await rows(tab).getByRole('link').first().click();
    await tab.page.waitForURL(new RegExp(`/issues/\\d+/events/${oldest}/$`));
    await tab.goto('issues/');
    await search(tab).fill(`${project.slug}-1`);
    await search(tab).press('Enter');
    await tab.page.waitForURL(/\/issues\/\d+\/$/);
    // Of an event that is not stored, the reason is shown.
    const token = await service.fixtures.token(project.organization);
    const options = { 'filters:error_messages': 'noise' };
    await service.client.put(project.path, token).send({ options }).expect(200);
    const noise = { exception: { values: [{ type: 'Error', value: 'noise' }] } };
    const dropped = await service.fixtures.event(project, noise);
    await outcomesOf(service, project, token, (counts) => counts['filtered error-message'] === 1);
    const unknown = '0'.repeat(32);
    tab.expectReply('get', new RegExp(`/events/${unknown}/journey/$`), 404);
    for (const id of [dropped, unknown]) {
      await tab.goto('issues/');
      // The search, and the way to the event.
      for (let sent = 0; sent < 2; sent += 1) tab.expectReply('get', new RegExp(`/eventids/${id}/$`), 404);
      await search(tab).fill(id);
      const journey = tab.page.waitForResponse(new RegExp(`/events/${id}/journey/$`));
      await search(tab).press('Enter');
      await journey;
      await tab.page.getByText('No issue matches').waitFor();
      if (id === dropped)
        await tab.page.getByRole('heading', { name: /^The event was sent to .* is not stored$/ }).waitFor();
    }
    await tab.settle();
    expect(await tab.page.getByRole('heading', { name: /is not stored$/ }).count()).toBe(0);
  });

  test('an empty search offers the last searches and the keys', async () => {
    await report(['of the cart'], { level: 'warning' });
    const tab = await open();
    for (const query of ['level:warning', 'level:error', '']) {
      await search(tab).fill(query);
      await search(tab).press('Enter');
      await poll(async () => new URL(tab.page.url()).searchParams.get('query') === query);
      await tab.settle();
    }
    // A link leads to a search that the reader has not made.
    await tab.goto('issues/?query=level:fatal');
    await tab.settle();
    await search(tab).fill('');
    await search(tab).focus();
    await tab.page.getByText('Recent searches').waitFor();
    const options = await tab.page.getByRole('option').allInnerTexts();
    expect(options.slice(0, 3)).toEqual(['level:error', 'level:warning', expect.stringMatching(/^is:/)]);
    await tab.axe();
    await tab.page.getByRole('option', { name: 'level:warning' }).click();
    await tab.page.getByRole('option').first().waitFor({ state: 'detached' });
    await expectTitles(tab, ['of the cart']);
    expect(new URL(tab.page.url()).searchParams.get('query')).toBe('level:warning');
  });

  test('are a line each in the compact list, which this browser keeps', async () => {
    await report(['x'.repeat(150), 'second']);
    const tab = await open();
    await rows(tab).nth(1).waitFor();
    await tab.page.getByRole('button', { name: 'One line for each issue' }).click();
    const heights = async () =>
      (await Promise.all((await rows(tab).all()).map((one) => one.boundingBox()))).map((box) =>
        // Half a pixel of a row is its border's.
        Math.floor(box?.height ?? 0),
      );
    expect(await heights()).toEqual([36, 36]);
    await tab.page.reload();
    await tab.settle();
    expect(await heights()).toEqual([36, 36]);
    await tab.axe();
    await tab.expectToFit();
    await tab.page.setViewportSize(PHONE);
    await tab.expectToFit();
  });

  test('keep the selection of the search when completion is loaded, so that typing goes on', async () => {
    await report(['out of stock']);
    const tab = await openConsole(service, { organization: project.organization });
    await tab.goto('releases/');
    let load: (() => void) | undefined;
    const mayLoad = new Promise<void>((resolve) => (load = resolve));
    await tab.page.route(/searchCombobox/, async (route) => {
      await mayLoad;
      await route.continue();
    });
    await tab.page.getByRole('link', { name: 'Issues', exact: true }).click();
    await expectTitles(tab, ['out of stock']);
    await search(tab).selectText();
    load?.();
    await tab.page.getByRole('combobox', { name: 'Search for issues' }).waitFor();
    await tab.page.keyboard.type('is:resolved');
    expect(await search(tab).inputValue()).toBe('is:resolved');
  });

  test('a search that cannot be read says why, and leaves the text and the list as they are', async () => {
    await report(['out of stock']);
    const tab = await open();
    await expectTitles(tab, ['out of stock']);
    tab.expectReply('get', /organizations\/[^/]+\/issues\/$/, 400);
    await search(tab).fill('is:gone');
    await search(tab).press('Enter');
    const problem = await tab.page.getByRole('alert').textContent();
    expect(problem).toContain('Character 1, is:gone: use is:unresolved');
    expect(await search(tab).inputValue()).toBe('is:gone');
    await expectTitles(tab, ['out of stock']);
    await tab.axe();
  });

  test('have the numbers of the chosen environments and time, and so do their pages', async () => {
    const often = { fingerprint: ['often'] };
    for (const id of ['1', '2', '3']) await report(['often'], { ...often, environment: 'production', user: { id } });
    await report(['often'], { ...often, environment: 'staging', user: { id: '1' } });
    for (const id of ['8', '9'])
      await report(['in staging'], { fingerprint: ['staging'], environment: 'staging', user: { id } });
    const tab = await open();
    await expectTitles(tab, ['in staging', 'often']);
    const numbers = (title: string) => row(tab, title).locator('td.numeric').allTextContents();
    expect(await numbers('often')).toEqual(['4 events', '3 users']);
    await tab.goto('issues/?environment=staging&sort=freq');
    await expectTitles(tab, ['in staging', 'often']);
    expect(await numbers('in staging')).toEqual(['2 events', '2 users']);
    expect(await numbers('often')).toEqual(['1 event', '1 user']);
    expect(await row(tab, 'often').locator('td.numeric').first().getAttribute('title')).toBe(
      '1 in these environments and this time, 4 in all',
    );
    await row(tab, 'often').getByRole('link').first().click();
    await tab.page.waitForURL(/\/issues\/\d+\/\?environment=staging$/);
    const facts = tab.page.getByRole('complementary').locator('dl').first();
    await facts.getByText('of 4').waitFor();
    expect((await facts.innerText()).replace(/\s+/g, ' ')).toContain(
      'Counted staging Count all events Events 1 of 4 Users 1 of 3',
    );
    await tab.page.getByRole('img', { name: /^1 event in 14 days/ }).waitFor();
    await tab.page.getByText('Shares of all events (1).').waitFor();
    await tab.page.getByRole('link', { name: 'Events', exact: true }).click();
    await tab.page.waitForURL(/events\/\?environment=staging$/);
    const events = tab.page.getByRole('table', { name: 'All events' }).locator('tbody tr');
    await poll(async () => (await events.count()) === 1);
    await tab.page.getByRole('button', { name: 'Count all events' }).click();
    await poll(async () => (await events.count()) === 4);
    expect((await facts.innerText()).replace(/\s+/g, ' ')).toContain('Events 4 Users 3');
  });

  test('are filtered by project, environment and time, all of which the address keeps', async () => {
    await report(['in production'], { environment: 'production' });
    await report(['in staging'], { environment: 'staging' });
    const tab = await open();
    await expectTitles(tab, ['in staging', 'in production']);
    await tab.page.getByRole('combobox', { name: /^Environments/ }).click();
    await tab.page.getByRole('option', { name: 'staging' }).click();
    await tab.page.keyboard.press('Escape');
    await expectTitles(tab, ['in staging']);
    await tab.page.getByRole('combobox', { name: /^Time/ }).click();
    await tab.page.getByRole('option', { name: 'Last 24 hours' }).click();
    await tab.page.getByRole('combobox', { name: /^Order/ }).click();
    await tab.page.getByRole('option', { name: 'Most events' }).click();
    await poll(async () => new URL(tab.page.url()).search === '?environment=staging&statsPeriod=24h&sort=freq');
    await tab.page.reload();
    await expectTitles(tab, ['in staging']);
    await tab.page.getByRole('combobox', { name: 'Time: Last 24 hours' }).click();
    await tab.page.getByRole('option', { name: 'Last hour' }).click();
    await poll(async () => new URL(tab.page.url()).searchParams.get('statsPeriod') === '1h');
    await expectTitles(tab, ['in staging']);
    await tab.page.getByRole('combobox', { name: 'Time: Last hour' }).click();
    await tab.page.getByRole('option', { name: 'From … to …' }).click();
    await tab.page.getByLabel('From').fill('2026-01-01T00:00');
    await tab.page.getByLabel('To', { exact: true }).fill('2025-01-01T00:00');
    await tab.page.getByRole('button', { name: 'Show', exact: true }).click();
    await tab.page.getByText('The end must be after the beginning.').waitFor();
    await tab.page.getByLabel('From').fill('2024-01-01T00:00');
    await tab.page.getByRole('button', { name: 'Show', exact: true }).click();
    await tab.page.getByRole('heading', { name: 'No issue matches' }).waitFor();
    await tab.page.getByRole('button', { name: 'Show all issues' }).click();
    await expectTitles(tab, ['in production', 'in staging'].reverse());
  });

  test('are changed together, and a change is undone', async () => {
    await report(['first', 'second', 'third']);
    const tab = await open();
    await expectTitles(tab, ['third', 'second', 'first']);
    await row(tab, 'first').getByRole('checkbox').check();
    await row(tab, 'third').getByRole('checkbox').check();
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Resolve' }).click();
    await tab.page.getByRole('menuitem', { name: 'Now' }).click();
    await expectTitles(tab, ['second']);
    await tab.page.getByText('2 issues are resolved.').waitFor();
    await tab.page.getByRole('button', { name: 'Undo' }).click();
    await expectTitles(tab, ['third', 'second', 'first']);

    await tab.page.getByLabel('Select all issues of this page').check();
    await tab.page
      .getByRole('combobox', { name: /^Assign/ })
      .first()
      .click();
    await tab.page.getByRole('option', { name: 'Me (ann@acme.test)' }).click();
    await poll(async () => (await tab.page.getByRole('button', { name: 'Assigned to ann@acme.test' }).count()) === 3);
    // The rows show the change before the service has replied, which ends the selection.
    await tab.page.getByText('3 issues are assigned to ann@acme.test.').waitFor();

    await tab.page.getByLabel('Select all issues of this page').check();
    await tab.page.getByRole('button', { name: 'More' }).click();
    await tab.page.getByRole('menuitem', { name: 'Merge' }).click();
    await poll(async () => (await rows(tab).count()) === 1);
    await tab.page.getByText('3 issues are one now.').waitFor();
  });

  test('that match a search are selected on all pages, counted, confirmed and changed together, and undone', async () => {
    await report(Array.from({ length: 55 }, (_, number) => `error ${number}`));
    await report(['of another level'], { level: 'warning' });
    const tab = await open();
    await tab.goto('issues/?query=level:error');
    await poll(async () => (await rows(tab).count()) === 50);
    await tab.page.getByText('50 of 55 issues').waitFor();
    await tab.page.getByLabel('Select all issues of this page').check();
    await tab.page.getByText('All 50 on this page are selected.').waitFor();
    await tab.page.getByRole('button', { name: 'Select all 55 that match' }).click();
    await tab.page.getByText('All 55 that match are selected.').waitFor();
    await tab.page.getByText('55 selected', { exact: true }).waitFor();
    await tab.axe();
    await row(tab, 'error 54').getByRole('checkbox').uncheck();
    await tab.page.getByText('49 selected').waitFor();
    await row(tab, 'error 54').getByRole('checkbox').check();
    await tab.page.getByText('All 50 on this page are selected.').waitFor();
    await tab.page.getByRole('button', { name: 'Select all 55 that match' }).click();
    await tab.page.getByRole('button', { name: 'Resolve' }).click();
    await tab.page.getByRole('menuitem', { name: 'Now' }).click();
    const dialog = tab.page.getByRole('dialog', { name: 'Resolve: 55 issues?' });
    await tab.axe();
    await dialog.getByRole('button', { name: 'Change 55 issues' }).click();
    await tab.page.getByText('55 issues are resolved.').waitFor();
    const count = async (query: string) => {
      const token = await service.fixtures.token(project.organization);
      const reply = await service.client.get(`${project.path}issues/?query=${query}`, token).expect(200);
      return Number(reply.headers['x-hits']);
    };
    expect([await count('is:resolved'), await count('is:unresolved')]).toEqual([55, 1]);
    await tab.page.getByRole('button', { name: 'Undo' }).click();
    await tab.page.getByText('The change is undone.').waitFor();
    expect(await count('is:unresolved')).toBe(56);
  });

  test('that are selected while a change is under way stay selected', async () => {
    await report(['first', 'second', 'third']);
    const tab = await open();
    await expectTitles(tab, ['third', 'second', 'first']);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await tab.page.route(/\/issues\/\?id=/, async (route) => {
      if (route.request().method() === 'PUT') await released;
      await route.continue();
    });
    await row(tab, 'first').getByRole('checkbox').check();
    await tab.page.getByRole('button', { name: 'More' }).click();
    await tab.page.getByRole('menuitem', { name: 'Bookmark' }).click();
    await tab.page.getByText('Changing…').waitFor();
    await row(tab, 'third').getByRole('checkbox').check();
    release();
    await tab.page.getByText('1 selected', { exact: true }).waitFor();
    expect(await row(tab, 'third').getByRole('checkbox').isChecked()).toBe(true);
    await tab.page.unrouteAll();
  });

  test('change at once, and go back with a message if the service refuses', async () => {
    await report(['first', 'second']);
    await service.fixtures.team({ organization: project.organization, slug: 'mobile' });
    const tab = await open();
    await expectTitles(tab, ['second', 'first']);
    const { keyboard } = tab.page;
    let release = (): void => undefined;
    const hold = (): void => {
      const released = new Promise<void>((resolve) => (release = resolve));
      void tab.page.route(/\/issues\/\?id=/, async (route) => {
        if (route.request().method() === 'PUT') await released;
        await route.continue();
      });
    };
    hold();
    await row(tab, 'second').getByRole('checkbox').check();
    await tab.page.getByRole('button', { name: 'More' }).click();
    await tab.page.getByRole('menuitem', { name: 'Bookmark' }).click();
    await row(tab, 'second').getByText('Bookmarked').waitFor();
    release();
    await tab.page.getByText('The issue is marked.').waitFor();
    await tab.page.unrouteAll();

    await row(tab, 'first').getByRole('button', { name: 'Assigned to nobody' }).click();
    await tab.page.getByRole('option', { name: '#mobile' }).waitFor();
    await service.client
      .delete(`/api/0/teams/${project.organization}/mobile/`, await service.fixtures.token(project.organization))
      .expect(204);
    hold();
    tab.expectReply('put', /\/issues\/$/, 400);
    await tab.page.getByRole('option', { name: '#mobile' }).click();
    await row(tab, 'first')
      .getByRole('combobox', { name: /mobile/ })
      .waitFor();
    release();
    await tab.page.getByText(/^Not done: /).waitFor();
    await row(tab, 'first')
      .getByRole('combobox', { name: /mobile/ })
      .waitFor({ state: 'detached' });
    await tab.page.unrouteAll();

    hold();
    await row(tab, 'first').getByRole('link').focus();
    await keyboard.press('e');
    await row(tab, 'first').getByText('Resolved', { exact: true }).waitFor();
    release();
    await expectTitles(tab, ['second']);
  });

  test('are removed after a warning', async () => {
    await report(['first', 'second']);
    const tab = await open();
    await row(tab, 'first').getByRole('checkbox').check();
    await tab.page.getByRole('button', { name: 'More' }).click();
    await tab.page.getByRole('menuitem', { name: 'Remove…' }).click();
    await tab.page.getByText('This cannot be undone.').waitFor();
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Remove the issue' }).click();
    await expectTitles(tab, ['second']);
  });

  test('that are gone are said to be gone, and none is changed or removed', async () => {
    await report(['first', 'second', 'third']);
    const tab = await open();
    await expectTitles(tab, ['third', 'second', 'first']);
    const token = await service.fixtures.token(project.organization);
    const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
    const [third, second] = body as { id: string }[];
    const remove = (id: string | undefined) =>
      service.client.delete(`${project.path}issues/?id=${id}`, token).expect(200);
    await row(tab, 'first').getByRole('checkbox').check();
    await row(tab, 'third').getByRole('checkbox').check();
    await remove(third?.id);
    await tab.page.getByRole('button', { name: 'Resolve' }).click();
    await tab.page.getByRole('menuitem', { name: 'Now' }).click();
    await tab.page.getByText('Not done: at least one of the issues no longer exists.').waitFor();
    await expectTitles(tab, ['second', 'first']);
    await row(tab, 'second').getByRole('checkbox').check();
    await remove(second?.id);
    await tab.page.getByRole('button', { name: 'More' }).click();
    await tab.page.getByRole('menuitem', { name: 'Remove…' }).click();
    await tab.page.getByRole('button', { name: /^Remove 2 issues/ }).click();
    await tab.page.getByText('Not done: at least one of the issues no longer exists.').last().waitFor();
    await expectTitles(tab, ['first']);
  });

  test('the keyboard alone moves, selects, resolves, ignores, assigns and opens', async () => {
    await report(['oldest', 'first', 'second', 'third', 'fourth']);
    const tab = await open();
    await expectTitles(tab, ['fourth', 'third', 'second', 'first', 'oldest']);
    const { keyboard } = tab.page;
    await keyboard.press('j');
    expect(await focused(tab)).toBe('fourth');
    await keyboard.press('j');
    await keyboard.press('x');
    expect(await row(tab, 'third').getByRole('checkbox').isChecked()).toBe(true);
    await keyboard.press('e');
    await expectTitles(tab, ['fourth', 'second', 'first', 'oldest']);
    await poll(async () => (await focused(tab)) === 'second');
    await keyboard.press('i');
    await expectTitles(tab, ['fourth', 'first', 'oldest']);
    await poll(async () => (await focused(tab)) !== null);
    expect(await focused(tab)).toBe('first');
    await keyboard.press('k');
    expect(await focused(tab)).toBe('fourth');
    await keyboard.press('a');
    await tab.page.getByRole('option', { name: 'Me (ann@acme.test)' }).waitFor();
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await row(tab, 'fourth')
      .getByRole('combobox', { name: /ann@acme.test/ })
      .waitFor();
    await keyboard.press('?');
    await tab.page.getByText('Resolve the selected issues, or this one').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('j');
    await keyboard.press('j');
    await keyboard.press('Enter');
    await tab.page.waitForURL(/\/issues\/\d+\/$/);
  });

  test('lead to each other in the order of the list, and on to the next one once an issue is resolved', async () => {
    await report(['first', 'second', 'third']);
    const tab = await open();
    await expectTitles(tab, ['third', 'second', 'first']);
    const { page } = tab;
    const expectIssue = async (title: string, place: string): Promise<void> => {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByRole('link', { name: `${place} of 3 in the list` }).waitFor();
    };
    await row(tab, 'third').getByRole('link').click();
    await expectIssue('third', '1');
    expect(await page.getByRole('button', { name: 'Previous issue' }).isDisabled()).toBe(true);
    await tab.settle();
    await tab.axe();
    await page.setViewportSize(PHONE);
    await tab.expectToFit();
    await page.getByRole('link', { name: 'Next issue' }).click();
    await expectIssue('second', '2');
    // Another part of the issue, with another form of its address, and loaded again.
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.reload();
    await expectIssue('second', '2');
    await page.keyboard.press('k');
    await expectIssue('third', '1');
    await page.keyboard.press('j');
    await expectIssue('second', '2');
    await page.getByRole('button', { name: 'Ways to resolve' }).click();
    await page.getByRole('menuitem', { name: 'Now, and open the next issue' }).click();
    await expectIssue('first', '3');
    await page.getByText(/-2 is resolved\.$/).waitFor();
    await page.keyboard.press('Shift+E');
    await page.waitForURL(/\/issues\/$/);
    await expectTitles(tab, ['third']);
    // An issue that no list led to has no neighbours.
    await page.evaluate('sessionStorage.clear()');
    await tab.goto(`issues/${project.slug.toUpperCase()}-1/`);
    expect(await page.getByRole('link', { name: 'Next issue' }).count()).toBe(0);
  });

  test('are turned over by page, and going back returns to the same place', async () => {
    await report(Array.from({ length: 60 }, (_, index) => `error number ${index + 1}`));
    const tab = await open({ viewport: { width: 1000, height: 600 } });
    await poll(async () => (await rows(tab).count()) === 50);
    await tab.page.getByRole('button', { name: 'Next' }).click();
    await poll(async () => (await rows(tab).count()) === 10);
    await tab.page.reload();
    await poll(async () => (await rows(tab).count()) === 10);
    await tab.page.goBack();
    await poll(async () => (await rows(tab).count()) === 50);
    await row(tab, 'error number 20').getByRole('link').focus();
    const scrolled = await tab.page.evaluate<number>('window.scrollY');
    expect(scrolled).toBeGreaterThan(500);
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(/\/issues\/\d+\/$/);
    await tab.page.goBack();
    await poll(async () => (await focused(tab)) === 'error number 20');
    expect(Math.abs((await tab.page.evaluate<number>('window.scrollY')) - scrolled)).toBeLessThan(3);
    await tab.expectElements(3_000);
  });

  test('newer issues appear without reload: at once at the top, else when the reader asks', async () => {
    await report(['first']);
    const tab = await open();
    const { clock } = tab.page;
    await clock.install();
    await tab.goto('issues/');
    await expectTitles(tab, ['first']);
    const unchanged = tab.page.waitForResponse((reply) => /\/issues\/\?/.test(reply.url()) && reply.status() === 304);
    await clock.fastForward(POLL_INTERVAL);
    await unchanged;
    await expectTitles(tab, ['first']);
    await report(['second']);
    await clock.fastForward(POLL_INTERVAL);
    await expectTitles(tab, ['second', 'first']);
    await row(tab, 'first').getByRole('checkbox').check();
    await report(['third']);
    await clock.fastForward(POLL_INTERVAL);
    await tab.page.getByRole('button', { name: 'Show 1 newer issue' }).waitFor();
    await expectTitles(tab, ['second', 'first']);
    await tab.page.getByRole('button', { name: 'Show 1 newer issue' }).click();
    await expectTitles(tab, ['third', 'second', 'first']);
    expect(await row(tab, 'first').getByRole('checkbox').isChecked()).toBe(true);
  });

  test('searches are saved, found again, renamed and removed', async () => {
    await report(['out of stock'], { level: 'fatal' });
    const tab = await open();
    await search(tab).fill('is:unresolved level:fatal');
    await search(tab).press('Enter');
    await tab.page.getByRole('button', { name: 'Saved searches' }).click();
    await tab.page.getByRole('menuitem', { name: 'Save this search…' }).click();
    await tab.page.getByLabel('Name').fill('Fatal ones');
    await tab.page.getByLabel('Who sees it').selectOption('organization');
    await tab.axe();
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.getByRole('button', { name: 'Fatal ones' }).waitFor();
    await tab.goto('issues/');
    await tab.page.getByRole('button', { name: 'Saved searches' }).click();
    await tab.page.getByRole('menuitem', { name: /^Fatal ones/ }).click();
    await poll(async () => (await search(tab).inputValue()) === 'is:unresolved level:fatal');
    await tab.page.getByRole('button', { name: 'Fatal ones' }).click();
    await tab.page.getByRole('menuitem', { name: 'Edit saved searches…' }).click();
    await tab.page.getByRole('textbox', { name: 'is:unresolved level:fatal' }).fill('Worst ones');
    await tab.page.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.page.getByRole('button', { name: 'Remove “Worst ones”' }).click();
    await tab.page.getByText('“Worst ones” is removed.').waitFor();
  });

  test('an empty list says what to do', async () => {
    const tab = await open();
    await tab.page.getByRole('heading', { name: 'No event yet' }).waitFor();
    await tab.axe();
    await tab.page.getByRole('main').getByRole('link').click();
    await tab.page.waitForURL(new RegExp(`/projects/${project.slug}/$`));
    const { slug } = await service.fixtures.organization();
    const other = await openConsole(service, { organization: slug, email: `ann@${slug}.test` });
    await other.goto('issues/');
    await other.page.getByRole('link', { name: 'Create a project' }).waitFor();
  });

  test.each([
    ['a wide screen', undefined],
    ['a phone', PHONE],
  ])('axe finds no barrier, and nothing is wider than the screen, on %s', async (_, viewport) => {
    await report(['out of stock '.repeat(40), 'sold out'], {
      level: 'info',
      transaction: `GET /${'cart/'.repeat(60)}`,
    });
    const tab = await open(viewport && { viewport });
    await poll(async () => (await rows(tab).count()) === 2);
    await tab.axe();
    await tab.expectToFit();
    await tab.page.getByRole('combobox', { name: /^Time/ }).click();
    await tab.page.getByRole('option', { name: 'Any time' }).waitFor();
    await tab.axe();
  });
});
