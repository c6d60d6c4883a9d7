/** Pages with the maximum of stored data: they show a part of it at a time, so that the browser goes on answering. */
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { type Service, startService } from '../../support/service';
import { type Console, describeInBrowser, openConsole } from '../support/console';

const ISSUES = 10_000;
const PER_PAGE = 50;

describeInBrowser('pages stay smooth', () => {
  let service: Service;
  let project: ProjectFixture;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.close());
  beforeEach(async () => (project = await service.fixtures.project()));

  /** Inserts issues at once, the first one the newest. */
  async function insertIssues(count: number): Promise<void> {
    const now = Date.now();
    const issues = Array.from({ length: count }, (_, index) => ({
      title: `RangeError: stock of item ${index} is negative`,
      culprit: `src/stock/${index % 97}.ts in reserve`,
      type: 'error' as const,
      level: index % 5 === 0 ? ('fatal' as const) : ('error' as const),
      platform: 'node',
      words: ` item ${index} `,
      firstSeen: now - 86_400_000,
      lastSeen: now - index * 1000,
      timesSeen: (index * 7919) % 10_007,
      hash: index.toString(16).padStart(32, '0'),
    }));
    await service.app.database.write(async (stores) => {
      const ids = await stores.issues.insert(project.id, issues);
      const events = issues.map(({ hash, lastSeen }) => {
        return { issueId: ids.get(hash) ?? '', timestamp: lastSeen, environment: null, user: null };
      });
      await stores.issueStats.record(project.id, events);
    });
  }

  const rows = ({ page }: Console) => page.locator('tbody tr');
  /** Waits until the list begins with this issue. */
  const expectFirst = (tab: Console, index: number) =>
    rows(tab).first().getByText(`stock of item ${index} is negative`).waitFor();

  test(`a list of ${ISSUES} issues`, async () => {
    await insertIssues(ISSUES);
    const tab = await openConsole(service, { organization: project.organization });
    await tab.goto('issues/');
    const { page } = tab;
    const next = page.getByRole('button', { name: 'Next' });
    await expectFirst(tab, 0);
    await tab.expectElements(3_000);
    for (let turn = 1; turn <= 4; turn += 1) {
      await next.click();
      await expectFirst(tab, turn * PER_PAGE);
    }
    await page.getByRole('button', { name: 'Previous' }).click();
    await expectFirst(tab, 3 * PER_PAGE);
    await page.goBack();
    await expectFirst(tab, 4 * PER_PAGE);
    await page.goBack();
    await expectFirst(tab, 3 * PER_PAGE);
    await page.goForward();
    await expectFirst(tab, 4 * PER_PAGE);
    await tab.expectElements(3_000);
    for (let count = 0; count < 20; count += 1) await page.keyboard.press('j');
    await page.getByLabel('Select all issues of this page').check();
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('menuitem', { name: 'Now' }).click();
    await page.getByText(`${PER_PAGE} issues are resolved.`).waitFor();
    await page.getByRole('combobox', { name: /^Order/ }).click();
    await page.getByRole('option', { name: 'Most events' }).click();
    await poll(async () => new URL(page.url()).searchParams.get('sort') === 'freq');
    await tab.settle();
    await poll(async () => (await rows(tab).count()) === PER_PAGE);
    await tab.expectElements(3_000);
  });

  /** Returns an object with branches in each of its members, of about `size` characters. */
  function tree(size: number): Record<string, unknown> {
    const leaf = (index: number) => ({
      sku: `item-${index}`,
      note: 'a note of the warehouse '.repeat(6),
      counts: [1, 2, 3],
    });
    const length = Math.ceil(size / 220);
    return Object.fromEntries(
      Array.from({ length: Math.ceil(length / 20) }, (_, branch) => [
        `branch${branch}`,
        Object.fromEntries(Array.from({ length: 20 }, (__, index) => [`leaf${index}`, leaf(index)])),
      ]),
    );
  }

  /** Returns an event of nearly the largest accepted size, with lists of the largest stored length. */
  function largeEvent(): Record<string, unknown> {
    const lines = (text: string) =>
      Array.from({ length: 5 }, (_, index) => `  ${text}(${index}); // ${'x'.repeat(90)}`);
    const framesOf = (chain: number) =>
      Array.from({ length: 100 }, (_, index) => ({
        function: `step${index}`,
        filename: `src/part${chain}/${index}.js`,
        lineno: 10,
        colno: 4,
        pre_context: lines('before'),
        context_line: '  go(order);',
        post_context: lines('after'),
        in_app: index % 3 !== 0,
        vars: { index, order: { id: index, lines: ['a', 'b', 'c'] }, text: 'y'.repeat(300) },
      }));
    const exceptions = Array.from({ length: 3 }, (_, chain) => ({
      type: 'RangeError',
      value: `too large ${chain}`,
      stacktrace: { frames: framesOf(chain) },
    }));
    const values = Array.from({ length: 100 }, (_, index) => ({
      timestamp: Date.now() / 1000 - 100 + index,
      category: index % 2 === 0 ? 'fetch' : 'ui.click',
      message: `step ${index}: ${'the shop did something '.repeat(20)}`,
      data: { url: `/cart/${index}`, body: 'z'.repeat(600) },
    }));
    return {
      platform: 'node',
      release: 'shop@1.0.0',
      user: { id: '7', email: 'kim@shop.test' },
      exception: { values: exceptions },
      breadcrumbs: { values },
      contexts: { cart: tree(60_000), stock: tree(60_000), runtime: { name: 'node', version: '22.12.0' } },
      extra: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`part${index}`, tree(14_000)])),
      request: { url: 'https://shop.test/cart', method: 'POST', data: tree(8000), headers: { Accept: '*/*' } },
      modules: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`package-${index}`, `${index}.0.0`])),
    };
  }

  test('an event of a megabyte', async () => {
    const event = largeEvent();
    await service.fixtures.event(project, event);
    const id = await service.fixtures.event(project, event);
    const token = await service.fixtures.token(project.organization);
    const { body } = await service.client.get(`${project.path}events/${id}/`, token).expect(200);
    const { size } = body as { size: number };
    process.stdout.write(
      `The event has ${Math.round(size / 1000)} kB, of ${JSON.stringify(event).length / 1000} kB that were sent.\n`,
    );
    expect(size).toBeGreaterThan(850_000);
    const tab = await openConsole(service, { organization: project.organization });
    await tab.goto('issues/');
    const { page } = tab;
    const heading = page.getByRole('heading', { name: 'About this event' });
    await rows(tab).first().getByRole('link').first().waitFor();
    await tab.expectElements(250);
    await rows(tab).first().getByRole('link').first().click();
    await heading.waitFor();
    await tab.settle();
    await tab.expectElements(5_000);

    await page.getByRole('button', { name: 'All frames' }).click();
    await page
      .getByRole('button', { name: /^Show 40 of/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^step98 / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Show all 100' }).click();
    await page.getByText('step 0: the shop did').waitFor();
    for (const name of ['Request', 'Contexts', 'Additional data']) {
      const branch = page
        .locator('section', { has: page.getByRole('heading', { name, level: 2 }) })
        .locator('details:not([open]) > summary:visible');
      for (let count = 0; count < 5; count += 1) await branch.first().click();
    }
    await page.getByText('Packages').click();
    await page.getByLabel('Search packages').pressSequentially('package-19');
    await tab.expectElements(8_000);

    const before = page.url();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('button', { name: 'Older' }).and(page.locator(':disabled')).waitFor();
    await tab.settle();
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByRole('button', { name: 'Newer' }).and(page.locator(':disabled')).waitFor();
    await page.getByRole('combobox', { name: 'Order of frames' }).selectOption('Oldest call first');
    await page
      .getByRole('button', { name: /^step0 / })
      .first()
      .waitFor();
    await tab.expectElements(5_000);
  });
});
