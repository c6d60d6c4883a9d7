/* The documentation page in a real browser, from the real service. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
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

/**
 * Operations of every kind: ids in the query, a long body, several media types, nested records, a form, many examples,
 * the longest line.
 */
const KINDS = [
  'removeIssues',
  'updateProject',
  'storeEvent',
  'storeEnvelope',
  'getSourceMapDebug',
  'uploadChunks',
  'createAlertRule',
  'getStartPage',
];

interface Sample {
  readonly label: string;
  readonly source: string;
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

const operations = readContract(contract);
const kinds = KINDS.map((id) => operations.find(({ operationId }) => operationId === id) as ContractOperation);
/** Some that together have every kind of part. */
const PLACES = [
  '#/projects/updateproject',
  '#/issues/removeissues',
  '#/ingest/storeevent',
  '#/events/getsourcemapdebug',
  '#/artifacts/uploadchunks',
  '#/webhooks/issuealert',
];

/** On a machine with other work a page takes several times as long. All waits are for content of the page. */
jest.setTimeout(120_000);

beforeAll(buildDocs);

test('the page has samples for curl and TypeScript of every operation', () => {
  const [, definition = ''] = /const __redoc_definition = (\{.*?\});?\n/.exec(readFileSync(DOCS_PAGE, 'utf8')) ?? [];
  const { paths } = JSON.parse(definition) as { paths: Record<string, Record<string, { 'x-codeSamples'?: Sample[] }>> };
  for (const { operationId, path: address, method } of operations) {
    const samples = paths[address]?.[method]?.['x-codeSamples'] ?? [];
    const sources = samples.map(({ label, source }) => [label, source]);
    expect([operationId, ...sources]).toEqual([
      operationId,
      ['curl', expect.stringMatching(/^curl /)],
      ['TypeScript', expect.stringContaining("from 'culprit/client'")],
    ]);
  }
});

const installed = findBrowser();
if ('missing' in installed) {
  const note = `test/docs: the browser tests are skipped: ${installed.missing}.`;
  if (process.env['CI']) throw new Error(note);
  process.stderr.write(`${note}\n`);
}

('missing' in installed ? describe.skip : describe)('the documentation page', () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  /** Errors in the browser's console, including violations of the page's policy. */
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    service = await startService();
    if (!('missing' in installed)) browser = await launch(installed);
    page = await open(`${service.url}/docs`);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => {
    const leaving = requests.splice(0).filter((url) => !/^(blob|data|file):/.test(url) && !url.startsWith(service.url));
    expect([...complaints.splice(0), ...leaving]).toEqual([]);
  });

  /** Opens the page in a fresh window and waits until it is alive. */
  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const opened = await browser.newPage({ viewport: DESKTOP, ...options });
    opened.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    opened.on('pageerror', (error) => complaints.push(error.message));
    opened.on('request', (request) => requests.push(request.url()));
    await opened.goto(address);
    await isAlive(opened);
    return opened;
  }
  async function isAlive(opened: Page): Promise<void> {
    await opened.locator('h1, h2').first().waitFor();
    await opened.locator('[data-section-id]').first().waitFor({ state: 'attached' });
  }
  /** Leads to another place of the page, without loading it again. */
  const goto = (place: string, of = page) => of.goto(`${service.url}/docs${place}`);

  /** Returns the heading of an operation, in the section that its address leads to. */
  const heading = (operation: ContractOperation, of = page) =>
    of.locator(`[id="${operationAnchor(operation).slice(2)}"] h2`, { hasText: operation.summary });
  const samples = (operation: ContractOperation, of = page) =>
    of.locator(`[id="${operationAnchor(operation).slice(2)}"] .panel-request-samples`);
  /** Blocks of code that are wider than their place. */
  const cutOff = (of = page) =>
    of.evaluate<string[]>(
      "[...document.querySelectorAll('pre')].filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.innerText.slice(0, 80))",
    );
  const overflow = (of: Page) => of.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  async function chooseTypescript(operation: ContractOperation, of = page): Promise<void> {
    await samples(operation, of).getByRole('button', { name: 'curl' }).click();
    await of.getByRole('menuitem', { name: 'TypeScript' }).click();
  }
  const kind = (id: string) => kinds.find(({ operationId }) => operationId === id) as ContractOperation;

  test('lists every operation in its menu', async () => {
    const missing: string[] = [];
    for (const { name } of contract.tags) {
      await page.locator(`.menu-content a[href="#/${name}"]:visible`).first().click();
      const expected = operations.filter(({ tag }) => tag === name);
      for (const { summary } of expected.slice(-1))
        await page.locator('.menu-content a:visible', { hasText: summary }).first().waitFor();
      const links = await page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('.menu-content a')].filter((link) => link.checkVisibility())
          .map((link) => [link.getAttribute('href'), link.innerText])`,
      );
      const isShown = (operation: ContractOperation) =>
        links.some(([href, text]) => href === operationAnchor(operation) && text.includes(operation.summary));
      missing.push(...expected.filter((operation) => !isShown(operation)).map(({ operationId }) => operationId));
    }
    expect(missing).toEqual([]);
  });

  test('has the address that it is served from in every sample and guide', async () => {
    await goto('#/section/sending-events');
    const pageText = () => page.evaluate<string>('document.body.innerText');
    await page.getByRole('heading', { name: 'Sending events' }).first().waitFor();
    expect(await pageText()).toContain(`0846@${new URL(service.url).host}/1`);
    expect(await pageText()).not.toContain(':4000');
    await goto(operationAnchor(kind('removeIssues')));
    await samples(kind('removeIssues'))
      .getByText(`${service.url}/api/0/projects/acme/shop/issues/?id=4&id=7`)
      .waitFor();
    expect(await pageText()).not.toContain(':4000');
  });

  test('shows operations of every kind at their own address, with samples for curl and TypeScript', async () => {
    for (const [language, sign] of [
      ['curl', 'curl '],
      ['TypeScript', "from 'culprit/client'"],
    ] as const) {
      for (const operation of kinds) {
        await goto(operationAnchor(operation));
        await samples(operation).getByText(sign).first().waitFor();
        expect(await samples(operation).getByRole('button', { name: language }).count()).toBe(1);
        expect([operation.operationId, await cutOff()]).toEqual([operation.operationId, []]);
      }
      if (language === 'curl') await chooseTypescript(kinds.at(-1) as ContractOperation);
    }
  });

  test.each([
    ['a field by its name', 'isBookmarked', 'Update a project'],
    ['operations by their operationId', 'removeIssues', 'Remove issues of a project in bulk'],
  ])('finds %s', async (_, text, title) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await page.getByTestId('search-dialog').getByText(title).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('search-dialog').waitFor({ state: 'detached' });
  });

  test('leads to the console of the service', async () => {
    await goto('#/section/overview');
    const link = page.getByRole('link', { name: 'pages of this service' });
    expect(await link.getAttribute('href')).toBe(`${service.url}/`);
  });

  test('shows the history of an operation', async () => {
    const anchor = operationAnchor(kind('updateProject'));
    await goto(anchor);
    const section = page.locator(`[id="${anchor.slice(2)}"]`);
    await section.getByText(', since 0.1.0; changed in ').waitFor();
    await section.getByText('Changes', { exact: true }).click();
    await section.getByText('accepts the settings that have an effect').waitFor();
  });

  test('has a menu with the headings and the order of the guides', async () => {
    const guides = readGuides(path.resolve(__dirname, '../../../openapi/guides'));
    const expected = guides.flatMap(({ group, text }, index) => {
      const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
      return group === guides[index - 1]?.group ? [title] : [group, title];
    });
    await page.goto(`${service.url}/docs`);
    await page.reload();
    await isAlive(page);
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
    await goto('#/section/authentication');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
    const block = page.locator('pre[data-language="sh"]', { hasText: '/api/0/projects/acme/shop/events/ \\' }).first();
    await block.locator('+ .copy-code').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await block.textContent());
    expect(await page.evaluate(`[...CSS.highlights].every(([, ranges]) => ranges.size > 0)`)).toBe(true);
    expect(await page.evaluate('CSS.highlights.size')).toBe(4);
  });

  test('is shown again from the cache of the browser, at the section of its address', async () => {
    const operation = operations.at(-1) as ContractOperation;
    await goto(operationAnchor(operation));
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${service.url}/docs`),
      page.reload(),
    ]);
    expect((await reply.request().allHeaders())['if-none-match']).toBe(reply.headers()['etag']);
    await heading(operation).waitFor();
    const { y } = (await heading(operation).boundingBox()) ?? { y: NaN };
    expect(Math.abs(y)).toBeLessThan(DESKTOP.height / 2);
  });

  /** Settles once the page has not changed for a moment: it adds elements and their styles little by little. */
  const UNCHANGED = `new Promise((resolve) => {
    let timer = setTimeout(resolve, 500);
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, 500);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  })`;

  /** All rules of axe in the light theme; in the dark theme only the rule of colors, which alone a theme can break. */
  test.each([
    ['light', ''],
    ['dark', "runOnly: ['color-contrast'], "],
  ] as const)('has no serious violation of accessibility rules in the %s theme', async (colorScheme, rules) => {
    const window = await open(`${service.url}/docs`, { colorScheme });
    expect(await window.evaluate('document.documentElement.className')).toBe(colorScheme);
    /** Checks a part of the page: everything else of it is the same at each place. */
    const check = async (place: string, part: string) => {
      await window.evaluate(UNCHANGED);
      await window.evaluate(AXE);
      const violations = await window.evaluate<Violation[]>(
        `axe.run(${part}, { ${rules}resultTypes: ['violations'] }).then((result) => result.violations)`,
      );
      const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
      expect([place, serious.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([place, []]);
    };
    await check('the guides', 'document');
    const partOf = (place: string) => `[['.menu-content'], ['[id="${place.slice(2)}"]']]`;
    for (const place of PLACES) {
      await goto(place, window);
      await window
        .locator(`[id="${place.slice(2)}"] h2`)
        .first()
        .waitFor();
      await check(place, partOf(place));
    }
    // The two languages have colors of their own.
    const operation = kind('updateProject');
    await goto(operationAnchor(operation), window);
    await chooseTypescript(operation, window);
    await samples(operation, window).getByText("from 'culprit/client'").waitFor();
    await check('TypeScript', partOf(operationAnchor(operation)));
    await window.close();
  });

  test('fits a phone: nothing scrolls sideways, and a menu opens', async () => {
    const phone = await open(`${service.url}/docs`, { viewport: PHONE });
    expect(await overflow(phone)).toBeLessThanOrEqual(0);
    await phone.getByRole('button', { name: 'Open navigation menu' }).click();
    await phone.locator('a[href="#/section/scopes"]:visible').filter({ hasText: 'Scopes' }).first().click();
    await phone.getByRole('heading', { name: 'Scopes' }).first().waitFor();
    for (const operation of kinds) {
      await goto(operationAnchor(operation), phone);
      await heading(operation, phone).waitFor();
      expect([operation.operationId, await overflow(phone), await cutOff(phone)]).toEqual([
        operation.operationId,
        0,
        [],
      ]);
    }
    await phone.close();
  });

  test('works as a file without the service', async () => {
    const file = await open(pathToFileURL(DOCS_PAGE).href);
    await file.locator('a[href="#/projects"]:visible').first().click();
    await file.getByText('Update a project').first().waitFor();
    await file.close();
  });
});
