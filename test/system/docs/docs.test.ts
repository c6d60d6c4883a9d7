/* The documentation page in a real browser, from the real service. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import contract from '../../../generated/openapi.json';
import { type ContractOperation, readContract } from '../../../scripts/contract/read';
import { operationAnchor, readGuides } from '../../../scripts/docs/guides';
import { buildDocs, DOCS_PAGE } from '../../support/docs';
import { type Service, startService } from '../../support/service';
import { findBrowser, launch } from '../support/browser';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Read as a file, because it runs in the page. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The guides, and operations that together have every kind of part: a long body, ids, several media types, headers, nested records. */
const PLACES = [
  '',
  '#/projects/updateproject',
  '#/issues/removeissues',
  '#/ingest/storeevent',
  '#/events/getsourcemapdebug',
  '#/artifacts/uploadchunks',
  '#/webhooks/issuealert',
];

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

const operations = readContract(contract);
/** Some of every kind: each takes the page half a second. */
const someOperations = operations.filter(
  (operation, index) => index % 8 === 0 || PLACES.includes(operationAnchor(operation)),
);
const found = findBrowser();
if ('missing' in found) {
  const note = `test/docs: the browser tests are skipped: ${found.missing}.`;
  if (process.env['CI']) throw new Error(note);
  process.stderr.write(`${note}\n`);
}

('missing' in found ? describe.skip : describe)('the documentation page', () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  /** Errors in the browser's console, including violations of the page's policy. */
  let complaints: string[];
  let requests: string[];

  beforeAll(async () => {
    buildDocs();
    service = await startService();
    if (!('missing' in found)) browser = await launch(found);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  /** Opens the page in a fresh window and waits until it is alive. */
  async function open(address: string, viewport = DESKTOP, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
    [complaints, requests] = [[], []];
    page = await browser.newPage({ viewport, colorScheme });
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address);
    await page.locator('h1, h2').first().waitFor();
    await page.locator('[data-section-id]').first().waitFor({ state: 'attached' });
  }
  afterEach(() => page.close());

  /** The heading of an operation, in the section that its address leads to. */
  const heading = (operation: ContractOperation) =>
    page.locator(`[id="${operationAnchor(operation).slice(2)}"] h2`, { hasText: operation.summary });
  const samples = (operation: ContractOperation) =>
    page.locator(`[id="${operationAnchor(operation).slice(2)}"] .panel-request-samples`);
  /** Blocks of code that are wider than their place. */
  const cutOff = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('pre')].filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.innerText.slice(0, 80))",
    );
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  async function chooseTypescript(operation: ContractOperation): Promise<void> {
    await samples(operation).getByRole('button', { name: 'curl' }).click();
    await page.getByRole('menuitem', { name: 'TypeScript' }).click();
  }
  const leaving = () => requests.filter((url) => !/^(blob|data):/.test(url) && new URL(url).origin !== service.url);

  test('lists every operation in its menu, logs no errors and sends no requests to other servers', async () => {
    await open(`${service.url}/docs`);
    for (const { name } of contract.tags) {
      await page.locator(`a[href="#/${name}"]:visible`).first().click();
      for (const operation of operations.filter(({ tag }) => tag === name)) {
        await page
          .locator(`a[href="${operationAnchor(operation)}"]:visible`)
          .filter({ hasText: operation.summary })
          .first()
          .waitFor();
      }
    }
    expect(complaints).toEqual([]);
    expect(leaving()).toEqual([]);
  });

  test('opens at the section of its address', async () => {
    const operation = operations.at(-1) as ContractOperation;
    await open(`${service.url}/docs${operationAnchor(operation)}`);
    await heading(operation).waitFor();
    const { y } = (await heading(operation).boundingBox()) ?? { y: NaN };
    expect(Math.abs(y)).toBeLessThan(DESKTOP.height / 2);
    expect(complaints).toEqual([]);
  });

  test('shows every operation at its own address, with samples for curl and TypeScript', async () => {
    await open(`${service.url}/docs`);
    for (const [language, sign, shown] of [
      ['curl', 'curl ', operations],
      ['TypeScript', "from 'culprit/client'", someOperations],
    ] as const) {
      for (const operation of shown) {
        await page.goto(`${service.url}/docs${operationAnchor(operation)}`);
        await samples(operation).getByText(sign).first().waitFor();
        expect(await samples(operation).getByRole('button', { name: language }).count()).toBe(1);
        expect([operation.operationId, await cutOff()]).toEqual([operation.operationId, []]);
      }
      if (language === 'curl') await chooseTypescript(operations.at(-1) as ContractOperation);
    }
    expect(complaints).toEqual([]);
    expect(leaving()).toEqual([]);
  }, 300_000);

  test('finds a field by its name', async () => {
    await open(`${service.url}/docs`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('isBookmarked');
    await page.getByTestId('search-dialog').getByText('Update a project').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('has the address that it is served from in every sample and guide', async () => {
    await open(`${service.url}/docs#/section/sending-events`);
    const shown = () => page.evaluate<string>('document.body.innerText');
    expect(await shown()).toContain(`0846@${new URL(service.url).host}/1`);
    expect(await shown()).not.toContain(':4000');
    const [operation] = operations.filter(({ operationId }) => operationId === 'removeIssues');
    await page.goto(`${service.url}/docs${operationAnchor(operation as ContractOperation)}`);
    await samples(operation as ContractOperation)
      .getByText(`${service.url}/api/0/projects/acme/shop/issues/?id=4&id=7`)
      .waitFor();
    expect(await shown()).not.toContain(':4000');
    expect(complaints).toEqual([]);
  });

  test('leads to the console of the service', async () => {
    await open(`${service.url}/docs`);
    const link = page.getByRole('link', { name: 'pages of this service' });
    expect(await link.getAttribute('href')).toBe(`${service.url}/`);
    expect(complaints).toEqual([]);
  });

  test('finds operations by their operationId', async () => {
    await open(`${service.url}/docs`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('removeIssues');
    await page.getByTestId('search-dialog').getByText('Remove issues of a project in bulk').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('shows the history of an operation', async () => {
    const [operation] = operations.filter(({ operationId }) => operationId === 'updateProject');
    await open(`${service.url}/docs${operationAnchor(operation as ContractOperation)}`);
    const section = page.locator(`[id="${operationAnchor(operation as ContractOperation).slice(2)}"]`);
    await section.getByText(', since 0.1.0; changed in ').waitFor();
    await section.getByText('Changes', { exact: true }).click();
    await section.getByText('accepts the settings that have an effect').waitFor();
    expect(complaints).toEqual([]);
  });

  test('has a menu with the headings and the order of the guides', async () => {
    await open(`${service.url}/docs`);
    const guides = readGuides(path.resolve(__dirname, '../../../openapi/guides'));
    const expected = guides.flatMap(({ group, text }, index) => {
      const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
      return group === guides[index - 1]?.group ? [title] : [group, title];
    });
    const menu = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.menu-content [role=listitem]')].flatMap((item) => {
      const heading = getComputedStyle(item, '::before').content;
      const title = item.querySelector('a')?.innerText ?? '';
      return heading === 'none' ? [title] : [JSON.parse(heading), title];
    })`);
    expect(menu.slice(1, expected.length + 1)).toEqual(expected);
  });

  test('colors and copies the code of guides', async () => {
    await open(`${service.url}/docs#/section/authentication`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
    const block = page.locator('pre[data-language="sh"]', { hasText: '/api/0/projects/acme/shop/events/ \\' }).first();
    await block.locator('+ .copy-code').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await block.textContent());
    expect(await page.evaluate(`[...CSS.highlights].every(([, ranges]) => ranges.size > 0)`)).toBe(true);
    expect(await page.evaluate('CSS.highlights.size')).toBe(4);
    expect(complaints).toEqual([]);
  });

  test('is shown again from the cache of the browser', async () => {
    await open(`${service.url}/docs`);
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${service.url}/docs`),
      page.reload(),
    ]);
    await page.locator('h1', { hasText: 'Culprit' }).waitFor();
    expect((await reply.request().allHeaders())['if-none-match']).toBe(reply.headers()['etag']);
    expect(complaints).toEqual([]);
  });

  /** Settles once the page has not changed for a moment: it adds elements and their styles little by little. */
  const UNCHANGED = `new Promise((resolve) => {
    let timer = setTimeout(resolve, 500);
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, 500);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  })`;

  test.each(['light', 'dark'] as const)(
    'has no serious violation of accessibility rules in the %s theme',
    async (colorScheme) => {
      await open(`${service.url}/docs`, DESKTOP, colorScheme);
      expect(await page.evaluate('document.documentElement.className')).toBe(colorScheme);
      for (const place of PLACES) {
        await page.goto('about:blank');
        await page.goto(`${service.url}/docs${place}`);
        await page.locator('[data-section-id]').first().waitFor({ state: 'attached' });
        await page.getByText('Search', { exact: false }).first().waitFor();
        await page.evaluate(UNCHANGED);
        await page.evaluate(AXE);
        const violations = await page.evaluate<Violation[]>(
          "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)",
        );
        const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
        expect([place, serious.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([place, []]);
      }
    },
    180_000,
  );

  test('fits a phone: nothing scrolls sideways, and a menu opens', async () => {
    await open(`${service.url}/docs`, PHONE);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Open navigation menu' }).click();
    await page.locator('a[href="#/section/scopes"]:visible').filter({ hasText: 'Scopes' }).first().click();
    await page.getByRole('heading', { name: 'Scopes' }).first().waitFor();
    for (const operation of someOperations) {
      await page.goto(`${service.url}/docs${operationAnchor(operation)}`);
      await heading(operation).waitFor();
      expect([operation.operationId, await overflow(), await cutOff()]).toEqual([operation.operationId, 0, []]);
    }
    expect(complaints).toEqual([]);
  }, 120_000);

  test('works as a file without the service', async () => {
    await open(pathToFileURL(DOCS_PAGE).href);
    await page.locator('a[href="#/projects"]:visible').first().click();
    await page.getByText('Update a project').first().waitFor();
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !/^(blob|data|file):/.test(url))).toEqual([]);
  });
});
