/* The documentation in a real browser, from the real service. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import contract from '../../../generated/openapi.json';
import { type ContractOperation, readContract } from '../../../scripts/contract/read';
import { guideAddress, operationAddress, readGuides, titleOf } from '../../../scripts/docs/guides';
import { buildDocs } from '../../support/docs';
import { type Service, startService } from '../../support/service';
import { findBrowser, launch } from '../support/browser';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const MAX_HEIGHT = 40_000;

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

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

const operations = readContract(contract);
const kinds = KINDS.map((id) => operations.find(({ operationId }) => operationId === id) as ContractOperation);
const guides = readGuides(path.resolve(__dirname, '../../../openapi/guides'));
/** Pages that together have every kind of part. */
const PLACES = ['/docs', '/docs/guides/scopes', '/docs/api/issues', '/docs/api/webhooks/issueAlert'].concat(
  kinds.slice(0, 6).map((operation) => operationAddress(operation)),
);

beforeAll(buildDocs);

const installed = findBrowser();
if ('missing' in installed) {
  const note = `test/docs: the browser tests are skipped: ${installed.missing}.`;
  if (process.env['CI']) throw new Error(note);
  process.stderr.write(`${note}\n`);
}

('missing' in installed ? describe.skip : describe)('the documentation', () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  /** Errors in the browser's console, including violations of the policy of a page. */
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    service = await startService();
    if (!('missing' in installed)) browser = await launch(installed);
    page = await open('/docs');
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => {
    const leaving = requests.splice(0).filter((url) => !/^(blob|data):/.test(url) && !url.startsWith(service.url));
    expect([...complaints.splice(0), ...leaving]).toEqual([]);
  });

  /** Opens a page in a fresh window and waits until it is complete. */
  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const opened = await browser.newPage({ viewport: DESKTOP, ...options });
    opened.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    opened.on('pageerror', (error) => complaints.push(error.message));
    opened.on('request', (request) => requests.push(request.url()));
    await goto(address, opened);
    return opened;
  }
  async function goto(address: string, of = page): Promise<void> {
    await of.goto(service.url + address);
    await isComplete(of);
  }
  async function isComplete(of: Page): Promise<void> {
    await of.locator('body.scripted').waitFor();
    // Redoc replaces it.
    await of.locator('#summary').waitFor({ state: 'detached' });
  }
  const samples = (of = page) => of.locator('#redoc .panel-request-samples');
  /** Blocks of code that are wider than their place. */
  const cutOff = (of = page) =>
    of.evaluate<string[]>(
      "[...document.querySelectorAll('pre')].filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.innerText.slice(0, 80))",
    );
  const overflow = (of: Page) => of.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  const textOf = (of = page) => of.evaluate<string>("document.querySelector('#content').innerText");
  async function chooseLanguage(present: string, other: string, of = page): Promise<void> {
    await samples(of).getByRole('button', { name: present }).click();
    await of.getByRole('menuitem', { name: other }).click();
  }

  test('opens with a token, a list and an update, in curl and TypeScript', async () => {
    await goto('/docs');
    const headings = await page.locator('main :is(h1, h2)').allInnerTexts();
    expect(headings.slice(0, 4).map((text) => text.replace(/ #$/, ''))).toEqual([
      'Start',
      'Get a token',
      'List issues',
      'Resolve one',
    ]);
    for (const language of ['curl', 'TypeScript'])
      expect(await page.locator('.samples h3', { hasText: language }).count()).toBe(3);
    expect(await page.locator('.samples pre[data-language="sh"]').count()).toBe(3);
    expect(await cutOff()).toEqual([]);
  });

  test('leads from its start page to every guide, tag and operation', async () => {
    await goto('/docs');
    const linksOf = async (of: Page) =>
      new Set(await of.evaluate<string[]>("[...document.querySelectorAll('main a')].map((link) => link.pathname)"));
    const links = await linksOf(page);
    const tags = contract.tags.map(({ name }) => `/docs/api/${name}`);
    const pages = guides.map((guide) => guideAddress(guide)).filter((address) => address !== '/docs');
    expect([...pages, ...tags].filter((address) => !links.has(address))).toEqual([]);
    const missing: string[] = [];
    for (const tag of tags) {
      await goto(tag);
      const listed = await linksOf(page);
      const expected = operations.map((operation) => operationAddress(operation));
      missing.push(...expected.filter((address) => address.startsWith(`${tag}/`) && !listed.has(address)));
    }
    expect(missing).toEqual([]);
  });

  test('has a menu with the headings and the order of the guides', async () => {
    const expected = guides.flatMap((guide, index) =>
      guide.group === guides[index - 1]?.group ? [titleOf(guide)] : [guide.group, titleOf(guide)],
    );
    await goto('/docs/api/teams');
    const menu = await page.locator('#navigation > h2, #navigation > ul > li > a').allInnerTexts();
    expect(menu.slice(0, expected.length + 1)).toEqual([...expected, 'API reference']);
    expect(await page.locator('#navigation [aria-current]').allInnerTexts()).toEqual(['Teams']);
  });

  test('has the address that it is served from in every sample and guide', async () => {
    await goto('/docs/guides/sending-events');
    expect(await textOf()).toContain(`0846@${new URL(service.url).host}/1`);
    expect(await textOf()).not.toContain(':4000');
    await goto(operationAddress(kinds[0] as ContractOperation));
    await samples().getByText(`${service.url}/api/0/projects/acme/shop/issues/?id=4&id=7`).waitFor();
    expect(await textOf()).not.toContain(':4000');
  });

  test('shows operations of every kind, with samples for curl and TypeScript', async () => {
    const languages = [
      ['curl', 'curl '],
      ['TypeScript', "from 'culprit/client'"],
    ] as const;
    for (const [index, operation] of kinds.entries()) {
      await goto(operationAddress(operation));
      expect(await page.locator('#content > h1').innerText()).toBe(operation.summary);
      // The browser keeps the language that was chosen last.
      const [[present, sign], [other, otherSign]] = index % 2 === 0 ? languages : languages.toReversed();
      await samples().getByText(sign).first().waitFor();
      expect([operation.operationId, await cutOff()]).toEqual([operation.operationId, []]);
      await chooseLanguage(present, other);
      await samples().getByText(otherSign).first().waitFor();
      expect([operation.operationId, await cutOff()]).toEqual([operation.operationId, []]);
    }
  });

  test('has no page that is very long', async () => {
    const longest = <Item>(items: readonly Item[], length: (item: Item) => number) =>
      [...items].sort((a, b) => length(b) - length(a)).slice(0, 4);
    const addresses = [
      ...longest(operations, lengthOf).map((operation) => operationAddress(operation)),
      ...longest(guides, ({ text }) => text.length).map((guide) => guideAddress(guide)),
      '/docs/api/issues',
      '/docs/api/projects',
    ];
    for (const address of addresses) {
      await goto(address);
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      expect([address, height < MAX_HEIGHT]).toEqual([address, true]);
    }
  });

  test.each([
    ['removeIssues', 'Remove issues of a project in bulk', 'DELETE', '/docs/api/issues/removeIssues'],
    ['isBookmarked', 'isBookmarked', 'body of Update a project', '/docs/api/projects/updateProject'],
    ['statsPeriod', 'statsPeriod', "parameter of List an organization's releases", '/docs/api/releases/listReleases'],
    ['ProjectUpdate', 'ProjectUpdate', 'body of Update a project', '/docs/api/projects/updateProject'],
    ['codeowners', 'CODEOWNERS', 'Ownership', '/docs/guides/ownership'],
  ])('finds %s from the keyboard', async (text, title, place, address) => {
    await goto('/docs/guides/errors');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await page.getByRole('option', { name: title }).first().waitFor();
    const results = await page.getByRole('option').allInnerTexts();
    const at = results.findIndex((result) => result.includes(title) && result.includes(place));
    for (let moved = 0; moved < at; moved += 1) await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).innerText()).toContain(title);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === address);
    await isComplete(page);
  });

  test('closes the results with Escape, and tells that nothing is found', async () => {
    await goto('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('issue');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.keyboard.type(' xyzzy');
    await page.getByRole('status').getByText('No results').waitFor();
  });

  test.each([
    ['#/issues/listissues', '/docs/api/issues/listIssues', ''],
    ['#operation/updateProject', '/docs/api/projects/updateProject', ''],
    ['#tag/issues/operation/removeIssues', '/docs/api/issues/removeIssues', ''],
    ['#tag/releases', '/docs/api/releases', ''],
    ['#/webhooks/issuealert', '/docs/api/webhooks/issueAlert', ''],
    ['#/section/working-with-issues/undo', '/docs/guides/issues', '#undo'],
    ['#section/Scopes', '/docs/guides/scopes', ''],
  ])('the former address /docs%s leads to %s%s', async (anchor, address, hash) => {
    await page.goto('about:blank');
    await page.goto(`${service.url}/docs${anchor}`);
    await page.waitForURL(service.url + address + hash);
    await isComplete(page);
    if (hash !== '') expect(await page.locator(hash).count()).toBe(1);
  });

  test('shows the history of an operation, and leads to others', async () => {
    await goto(operationAddress(kinds[1] as ContractOperation));
    await page.locator('#redoc').getByText(', since 0.1.0; changed in ').waitFor();
    await page.locator('#redoc').getByText('Changes', { exact: true }).click();
    await page.locator('#redoc').getByText('accepts the settings that have an effect').waitFor();
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
    await page.waitForURL('**/docs/api/projects');
    await goto('/docs/api/issues/createSavedSearch');
    await page.locator('#redoc').getByRole('link', { name: 'listIssues' }).first().click();
    await page.waitForURL('**/docs/api/issues/listIssues');
    await isComplete(page);
  });

  test('colors and copies the code of guides', async () => {
    await goto('/docs/guides/authentication');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
    const block = page.locator('pre[data-language="sh"]', { hasText: '/api/0/projects/acme/shop/events/ \\' }).first();
    await block.locator('+ .copy').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await block.textContent());
    expect(await page.evaluate('CSS.highlights.size')).toBe(4);
    expect(await page.evaluate("CSS.highlights.get('command').size > 0")).toBe(true);
  });

  test('is shown again from the cache of the browser', async () => {
    await goto('/docs/guides/search');
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${service.url}/docs/guides/search`),
      page.reload(),
    ]);
    expect((await reply.request().allHeaders())['if-none-match']).toBe(reply.headers()['etag']);
    await isComplete(page);
  });

  /** All rules of axe in the light theme; in the dark theme only the rule of colors, which alone a theme can break. */
  const THEMES = [
    ['light', ''],
    ['dark', "runOnly: ['color-contrast'], "],
  ] as const;

  test('has no violation of accessibility rules in either theme', async () => {
    const window = await open('/docs', { colorScheme: 'light' });
    for (const place of PLACES) {
      await goto(place, window);
      if (place === operationAddress(kinds[1] as ContractOperation)) await chooseLanguage('curl', 'TypeScript', window);
      await window.evaluate(AXE);
      for (const [colorScheme, rules] of THEMES) {
        await window.emulateMedia({ colorScheme });
        const violations = await window.evaluate<Violation[]>(
          `axe.run(document, { ${rules}resultTypes: ['violations'] }).then((result) => result.violations)`,
        );
        // Redoc has headings that skip a level, and lists without items.
        const isRedoc = place.split('/').length === 5 && !place.startsWith('/docs/guides');
        const found = violations.filter(({ impact }) => !isRedoc || ['serious', 'critical'].includes(impact));
        expect([place, colorScheme, found.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([
          place,
          colorScheme,
          [],
        ]);
      }
    }
    await window.close();
  });

  test('fits a phone: nothing scrolls sideways, and a menu opens', async () => {
    const phone = await open('/docs', { viewport: PHONE });
    await phone.getByRole('button', { name: 'Menu' }).click();
    await phone.getByRole('navigation').getByRole('link', { name: 'Scopes' }).click();
    await phone.getByRole('heading', { name: 'Scopes' }).first().waitFor();
    for (const address of PLACES) {
      await goto(address, phone);
      expect([address, await overflow(phone), await cutOff(phone)]).toEqual([address, 0, []]);
    }
    await phone.close();
  });
});

/** Returns about how much there is to show of an operation. */
function lengthOf({ path: address, method }: ContractOperation): number {
  const operation = (contract.paths as Record<string, Record<string, unknown>>)[address]?.[method];
  const text = JSON.stringify(operation);
  const schemas = contract.components.schemas as Record<string, unknown>;
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  return text.length + names.reduce((sum, name) => sum + JSON.stringify(schemas[name]).length, 0);
}
