/*
 * The console in a real browser. Tests of its pages open it here, and fail for errors that a reader would not see, and
 * for requests that no operation has.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page, Request, Response } from 'playwright-core';
import { checkReply, isOperation, type Method, readReply } from '../../support/client';
import { requireConsole } from '../../support/consoleFiles';
import { poll } from '../../support/process';
import type { Service } from '../../support/service';
import { findBrowser, launch } from './browser';

/** Folder of the last picture of each test that failed, by the name of the test. */
const PICTURES = path.resolve(__dirname, '../../../dist/pictures');

/** Read as a file, because it runs in the page. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that axe applies in each theme: all rules, and the rules that the colors of a theme can break. */
const AXE_RULES = [
  ['light', ''],
  ['dark', `runOnly: ['color-contrast'], `],
] as const;

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Maximum wait for the last replies of a test, in milliseconds. */
const LONGEST_CHECK = 2000;

declare global {
  /** True if the present test has failed (support/jest/environment.js). */
  var hasTestFailed: boolean;
}

const installed = findBrowser();

/**
 * `describe` for tests in a browser: without one they are skipped visibly, or fail with `CI` set. Registers the hooks
 * that close pages and the browser here, because a worker evaluates this module once for all its test files.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  const describeTests = 'missing' in installed ? skipped(installed.missing) : describe;
  describeTests(name, () => {
    afterEach(closePages);
    afterAll(closeBrowser);
    tests();
  });
}

function skipped(reason: string): typeof describe.skip {
  const note = `test/console is skipped: ${reason}.`;
  if (process.env['CI']) throw new Error(note);
  process.stderr.write(`${note}\n`);
  return describe.skip;
}

/** The browser of a test file, which starts with its first page. */
let browser: Promise<Browser> | undefined;
const opened: Console[] = [];
/**
 * Files of the console, whose names stand for their contents, with the headers of replies that fit the contract: each
 * page loads many files, and of each file one reply is checked.
 */
const checkedFiles = new Set<string>();

function startBrowser(): Promise<Browser> {
  if ('missing' in installed) throw new Error(installed.missing);
  return (browser ??= launch(installed));
}

/** @throws Error with everything that was wrong on the pages of a test */
async function closePages(): Promise<void> {
  const complaints: string[] = [];
  for (const page of opened.splice(0)) {
    if (hasTestFailed) await page.picture(expect.getState().currentTestName ?? '');
    complaints.push(...(await page.close()));
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

export interface ConsoleOptions {
  /** The organization of the member; a new one by default. */
  readonly organization?: string;
  readonly email?: string;
  /** The role of a new member; an owner by default. */
  readonly role?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** The language of the browser. */
  readonly locale?: string;
  readonly timezoneId?: string;
  /** True if the member is not signed in yet. */
  readonly isSignedOut?: boolean;
}

/**
 * Opens a tab whose member is signed in, and no page in it yet. After each test the tabs that it opened are closed, and
 * the test fails for everything that `Console` complains about.
 */
export async function openConsole(service: Service, options: ConsoleOptions = {}): Promise<Console> {
  requireConsole();
  const { email = 'ann@acme.test', role, isSignedOut = false } = options;
  const { viewport = DESKTOP, colorScheme = 'light', locale = 'en-GB', timezoneId = 'UTC' } = options;
  const organization = options.organization ?? (await service.fixtures.organization()).slug;
  const context = await (await startBrowser()).newContext({ viewport, colorScheme, locale, timezoneId });
  context.setDefaultTimeout(240_000);
  const page = new Console(service.url, organization, context, await context.newPage());
  opened.push(page);
  if (isSignedOut) return page;
  await page.signIn(await service.fixtures.link(organization, { email, ...(role && { role }) }));
  return page;
}

/**
 * Settles once the page has rendered the received data, and has nothing to do: only then it asks for data that the
 * rendered parts need.
 */
const IDLE = 'new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1000 })))';

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly target: readonly string[];
    readonly failureSummary: string;
  }[];
}

/** A reply that a test expects, which would be an error elsewhere. */
interface Announced {
  readonly method: Method;
  readonly path: string | RegExp;
  readonly status: number;
}

/**
 * A tab of the browser with the console. It notes each error, warning, failed request, and reply that the contract does
 * not have.
 */
export class Console {
  readonly #complaints: string[] = [];
  readonly #announced: Announced[] = [];
  readonly #checks = new Set<Promise<void>>();
  /** Requests that have no whole reply yet. */
  readonly #pending = new Set<Request>();
  /** The number of requests so far. */
  #asked = 0;
  /** The requests so far, as `GET /path?query`. */
  readonly requests: string[] = [];

  constructor(
    readonly url: string,
    readonly organization: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => {
      const isError = ['error', 'warning'].includes(message.type());
      // The reply itself is judged by its status.
      if (isError && !/^Failed to load resource: the server responded/.test(message.text()))
        this.#complain(`the console of the browser has the ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#complain(`the page failed: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) => this.#noteFailure(request));
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('request', (request) => this.#noteRequest(request));
    page.on('response', (response) => {
      const check = this.#checkResponse(response).finally(() => this.#checks.delete(check));
      this.#checks.add(check);
    });
  }

  /** Signs a member in without a page: the tests of signing in have the page that does it. */
  async signIn(link: string): Promise<void> {
    const headers = { 'User-Agent': await this.page.evaluate<string>('navigator.userAgent') };
    const reply = await this.context.request.post(`${this.url}/api/0/auth/sessions/`, { headers, data: { link } });
    if (!reply.ok()) throw new Error(`the link does not sign in: ${await reply.text()}`);
  }

  /** Opens a page by its path; one without a leading slash is of the organization: `issues/?query=is:unresolved`. */
  async goto(address: string): Promise<void> {
    const full = address.startsWith('/')
      ? address
      : `/organizations/${encodeURIComponent(this.organization)}/${address}`;
    await this.page.goto(this.url + full);
    await this.settle();
  }

  /**
   * Waits until the page shows its loaded data: it has a title, no request is in progress, nothing is a skeleton, and
   * menus open.
   */
  async settle(): Promise<void> {
    await this.page.locator('h1').first().waitFor();
    for (let count = -1; count !== this.#asked;) {
      await poll(() => this.#pending.size === 0);
      count = this.#asked;
      await this.page.evaluate(IDLE);
    }
    await this.page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  /** Waits for an element while the paused clock of the page moves no further than it takes to render a reply. */
  async waitOutOfTime(element: Locator): Promise<void> {
    await poll(async () => {
      await this.page.clock.runFor(1);
      return (await element.count()) > 0;
    });
  }

  /** @throws Error if the page is wider than the screen, so that it would scroll sideways */
  async expectToFit(): Promise<void> {
    const excess = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (excess > 0) throw new Error(`${this.page.url()} is ${excess} pixels wider than the screen`);
  }

  /** Says that a reply with an error status follows, so that it fails no test. Each announcement is for one reply. */
  expectReply(method: Method, address: string | RegExp, status: number): void {
    this.#announced.push({ method, path: address, status });
  }

  /**
   * Checks the page for barriers by axe: in the light theme by all its rules, in the dark theme by the rule of
   * contrast.
   * @throws Error that lists each violation with its elements
   */
  async axe(): Promise<void> {
    const isDark = await this.page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
    const violations: string[] = [];
    if (!(await this.page.evaluate<boolean>(`'axe' in globalThis`))) await this.page.evaluate(AXE);
    for (const [colorScheme, rules] of AXE_RULES) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const results = await this.page.evaluate<{ violations: Violation[] }>(
        `axe.run({ ${rules}resultTypes: ['violations'] })`,
      );
      violations.push(...results.violations.map((violation) => describeViolation(colorScheme, violation)));
    }
    await this.page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: null });
    if (violations.length > 0) throw new Error(`axe finds barriers on ${this.page.url()}:\n${violations.join('\n')}`);
  }

  /**
   * Counts the elements of the page. How long a page keeps the browser from answering grows with them, and they are the
   * same on every machine.
   * @throws Error if there are more
   */
  async expectElements(most: number): Promise<void> {
    const count = await this.page.evaluate<number>('document.querySelectorAll("*").length');
    if (count > most) throw new Error(`${this.page.url()} has ${count} elements, which are more than ${most}`);
  }

  /** Saves a picture of the page in dist/pictures. */
  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    const file = path.join(PICTURES, `${name.replaceAll(/[^\w-]+/g, '-').slice(0, 120)}.png`);
    await this.page.screenshot({ path: file });
  }

  /** Closes the tab. @returns everything that was wrong */
  async close(): Promise<string[]> {
    const checked = Promise.all(this.#checks);
    // A reply of which a page never reads the body has no end before the tab has one.
    await Promise.race([checked, this.page.waitForTimeout(LONGEST_CHECK)]);
    await this.context.close();
    await checked;
    return [
      ...this.#complaints,
      ...this.#announced.map(({ method, path: at, status }) => `no ${status} came for ${method} ${String(at)}`),
    ];
  }

  #complain(text: string): void {
    this.#complaints.push(text);
  }

  #noteFailure(request: Request): void {
    this.#pending.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // A page that is left cancels its pending requests.
    if (reason !== 'net::ERR_ABORTED') this.#complain(`${request.method()} ${request.url()} failed: ${reason}`);
  }

  #noteRequest(request: Request): void {
    // A document that is left does not say of each request that it is given up.
    if (request.isNavigationRequest()) this.#pending.clear();
    this.#pending.add(request);
    this.#asked += 1;
    const url = new URL(request.url());
    if (url.protocol === 'data:' || url.protocol === 'blob:') return;
    this.requests.push(`${request.method()} ${url.pathname}${url.search}`);
    if (url.origin !== this.url) this.#complain(`a request goes to another host: ${request.method()} ${request.url()}`);
  }

  /** Checks a reply of the service against the contract: path, status, media type and body. */
  async #checkResponse(response: Response): Promise<void> {
    const { pathname, search, origin } = new URL(response.url());
    if (origin !== this.url) return;
    const status = response.status();
    const method = response.request().method().toLowerCase() as Method;
    if (!isOperation(method, pathname)) this.#complain(`the contract has no ${method} ${pathname}`);
    if (status >= 400 && !this.#takeAnnouncement(method, pathname, status))
      this.#complain(`${method} ${pathname}${search} is ${status}: ${String(await bodyOf(response))}`);
    // Of 304 and redirects the browser hands out no body.
    if (status < 200 || (status >= 300 && status < 400)) return;
    const { date: _, ...stable } = response.headers();
    const form = JSON.stringify([pathname, status, stable]);
    if (checkedFiles.has(form)) return;
    const [body, headersOfConnection] = await Promise.all([bodyOf(response), headersOf(response)]);
    // The page was left or closed before it had the whole reply.
    if (body === null || headersOfConnection === null) return;
    // A reply of the cache has its headers without the connection's; other replies have cookies only with them.
    const headers = { ...response.headers(), ...headersOfConnection };
    const reply = readReply({ statusCode: status, headers }, body);
    try {
      checkReply(method, pathname, reply);
      if (pathname.startsWith('/assets/')) checkedFiles.add(form);
    } catch (error) {
      this.#complain((error as Error).message);
    }
  }

  #takeAnnouncement(method: Method, pathname: string, status: number): boolean {
    const index = this.#announced.findIndex(
      (one) =>
        one.method === method &&
        one.status === status &&
        (typeof one.path === 'string' ? one.path === pathname : one.path.test(pathname)),
    );
    if (index >= 0) this.#announced.splice(index, 1);
    return index >= 0;
  }
}

/** Returns the whole body; null if the browser does not have it any more. */
async function bodyOf(response: Response): Promise<Buffer | null> {
  return response.body().catch(() => null);
}

/**
 * Returns the headers as they came over the connection, with cookies; null if the browser does not have them any more.
 */
async function headersOf(response: Response): Promise<Record<string, string> | null> {
  return response.allHeaders().catch(() => null);
}

function describeViolation(colorScheme: string, { id, impact, help, nodes }: Violation): string {
  const places = nodes.slice(0, 5).map(({ target, html, failureSummary }) => {
    const summary = failureSummary.replaceAll(/\s+/g, ' ');
    return `    ${target.join(' ')}\n      ${html.slice(0, 300)}\n      ${summary}`;
  });
  const more = nodes.length > 5 ? `\n    and ${nodes.length - 5} more` : '';
  return `  ${id} (${impact}, ${colorScheme}): ${help}\n${places.join('\n')}${more}`;
}
