/* The documentation page in a real browser, from the real service. */
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import contract from '../../generated/openapi.json';
import { type ContractOperation, readContract } from '../../scripts/contract/read';
import { operationAnchor } from '../../scripts/docs/guides';
import { findBrowser, launch } from '../support/browser';
import { buildDocs, DOCS_PAGE } from '../support/docs';
import { type Service, startService } from '../support/service';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const operations = readContract(contract);
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
  /** What the browser complained of, violations of the page's policy included. */
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
  async function open(address: string, viewport = DESKTOP): Promise<void> {
    [complaints, requests] = [[], []];
    page = await browser.newPage({ viewport });
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address);
    await page.locator('h1, h2').first().waitFor();
    await page.waitForFunction("document.querySelectorAll('[data-section-id]').length > 0");
  }
  afterEach(() => page.close());

  /** The heading of an operation, in the section that its address leads to. */
  const heading = (operation: ContractOperation) =>
    page.locator(`[id="${operationAnchor(operation).slice(2)}"] h2`, { hasText: operation.summary });
  const samples = (operation: ContractOperation) =>
    page.locator(`[id="${operationAnchor(operation).slice(2)}"] .panel-request-samples`);
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  async function chooseTypescript(operation: ContractOperation): Promise<void> {
    await samples(operation).getByRole('button', { name: 'curl' }).click();
    await page.getByRole('menuitem', { name: 'TypeScript' }).click();
  }
  const leaving = () => requests.filter((url) => !/^(blob|data):/.test(url) && new URL(url).origin !== service.url);

  test('names every operation in its menu, complains of nothing and stays at home', async () => {
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

  test('opens in a fresh window where its address leads', async () => {
    const operation = operations.at(-1) as ContractOperation;
    await open(`${service.url}/docs${operationAnchor(operation)}`);
    await heading(operation).waitFor();
    const { y } = (await heading(operation).boundingBox()) ?? { y: NaN };
    expect(Math.abs(y)).toBeLessThan(DESKTOP.height / 2);
    expect(complaints).toEqual([]);
  });

  test('shows every operation at its own address, with samples for curl and TypeScript', async () => {
    await open(`${service.url}/docs`);
    for (const [language, sign] of [
      ['curl', 'curl '],
      ['TypeScript', "from 'culprit/client'"],
    ] as const) {
      for (const operation of operations) {
        await page.goto(`${service.url}/docs${operationAnchor(operation)}`);
        await samples(operation).getByText(sign).first().waitFor();
        expect(await samples(operation).getByRole('button', { name: language }).count()).toBe(1);
      }
      if (language === 'curl') await chooseTypescript(operations.at(-1) as ContractOperation);
    }
    expect(complaints).toEqual([]);
    expect(leaving()).toEqual([]);
  }, 120_000);

  test('finds what is searched for', async () => {
    await open(`${service.url}/docs`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('isBookmarked');
    await page.getByTestId('search-dialog').getByText('Update a project').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('is usable on a phone: nothing to scroll sideways, and a menu that opens', async () => {
    await open(`${service.url}/docs`, PHONE);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Open navigation menu' }).click();
    await page.locator('a[href="#/section/scopes"]:visible').filter({ hasText: 'Scopes' }).first().click();
    await page.getByRole('heading', { name: 'Scopes' }).first().waitFor();
    for (const operation of operations) {
      await page.goto(`${service.url}/docs${operationAnchor(operation)}`);
      await heading(operation).waitFor();
      expect([operation.operationId, await overflow()]).toEqual([operation.operationId, 0]);
    }
    expect(complaints).toEqual([]);
  }, 120_000);

  test('is whole as a file on its own', async () => {
    await open(pathToFileURL(DOCS_PAGE).href);
    await page.locator('a[href="#/projects"]:visible').first().click();
    await page.getByText('Update a project').first().waitFor();
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !/^(blob|data|file):/.test(url))).toEqual([]);
  });
});
