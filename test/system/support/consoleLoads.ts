import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Bench } from '../../../scripts/bench/bench';
import type { RunningProgram } from '../../../scripts/bench/programs';
import { type Cell, type Figure, figure, type Outcome } from '../../../scripts/bench/report';
import type { SeededDatabase } from '../../../scripts/bench/seed';
import { findBrowser, launch } from './browser';

/** A fast mobile connection of the third generation: 1.6 Mbit/s down, 768 kbit/s up, 150 ms until a reply begins. */
const NETWORK = { offline: false, downloadThroughput: 200_000, uploadThroughput: 96_000, latency: 150 };
const LOADS = 9;
const QUICK_LOADS = 3;
const MEMBER = 'ann@acme.test';

/** A loaded page, and the part of its main content that is shown last. */
interface Opened {
  readonly name: string;
  readonly address: string;
  readonly content: string;
  readonly isSignedIn: boolean;
}

/** The element that shows that a page can be used: its heading, with its navigation and controls. */
const USABLE = 'h1';

const PAGES: readonly Opened[] = [
  { name: 'sign in', address: '/sign-in', content: USABLE, isSignedIn: false },
  { name: 'issues', address: '/organizations/acme/issues/', content: 'main a[href*="/issues/"]', isSignedIn: true },
  {
    name: 'projects',
    address: '/organizations/acme/projects/',
    content: 'main a[href*="/projects/shop/"]',
    isSignedIn: true,
  },
];

/**
 * A script that keeps when elements are shown first, in milliseconds since the page was asked for. The page looks
 * itself, at every frame: from outside it would be asked twice a second.
 */
const NOTE_WHEN_SHOWN = `
  globalThis.shownAt = {};
  globalThis.noteWhenShown = (selector) => {
    if (document.querySelector(selector) === null) requestAnimationFrame(() => noteWhenShown(selector));
    else shownAt[selector] ??= performance.now();
  };`;

/** How many times slower a processor is on which the longest task of a page is measured. */
const SLOWER = 4;

/** A script that keeps the duration of each task of more than 50 ms, in milliseconds. */
const NOTE_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });`;

interface Loaded {
  readonly usable: number;
  readonly complete: number;
  readonly requests: number;
  readonly kilobytes: number;
}

/**
 * A part of the scenario `start` of `npm run bench`: measures the seconds until pages of the console can be used, each
 * loaded by a browser that has nothing of it yet.
 */
export async function measureConsole(bench: Bench): Promise<Outcome> {
  const installed = findBrowser();
  if ('missing' in installed) throw new Error(`the scenario console needs a browser: ${installed.missing}`);
  const copy = await bench.copyFor('ours', await bench.seeded(bench.plan.small));
  const program = await bench.start('ours', copy);
  const browser = await launch(installed);
  try {
    const url = `http://127.0.0.1:${program.port}`;
    const session = await signIn(browser, url, copy);
    const rows: Cell[][] = [];
    let slowest = 0;
    for (const page of PAGES) {
      bench.log(`  ${page.name}`);
      const loads: Loaded[] = [];
      // The first one warms the service up.
      for (let load = 0; load <= (bench.options.isQuick ? QUICK_LOADS : LOADS); load += 1) {
        bench.noise.measure();
        const loaded = await open(browser, url, page, page.isSignedIn ? session : {});
        if (load > 0) loads.push(loaded);
      }
      const tasks: number[] = [];
      for (let load = 0; load < QUICK_LOADS; load += 1)
        tasks.push(await longestTask(browser, url, page, page.isSignedIn ? session : {}));
      const of = (name: keyof Loaded): Figure => figure(loads.map((loaded) => loaded[name]));
      slowest = Math.max(slowest, of('usable').median);
      rows.push([
        page.name,
        of('usable'),
        of('complete'),
        of('requests').median,
        of('kilobytes').median,
        figure(tasks),
      ]);
    }
    return {
      tables: [
        {
          title: 'First load of the console over a slow network',
          columns: ['page', 's until usable', 's until content', 'requests', 'KB', 'longest task'],
          rows,
          note:
            'A browser with an empty cache, throttled to 1.6 Mbit/s and 150 ms until each reply begins. A page is usable when its ' +
            'heading, navigation and controls are shown, and has content when it lists something. Requests and KB are those until then. ' +
            `The longest task is in milliseconds, on a processor ${SLOWER} times slower and a fast network.`,
        },
      ],
      reached: { consoleLoad: slowest },
    };
  } finally {
    await browser.close();
    await stop(program, copy);
  }
}

/** Signs a member in with a link. Returns the cookies. */
async function signIn(browser: Browser, url: string, { fixture }: SeededDatabase): Promise<BrowserContextOptions> {
  const read = async <T>(method: string, path: string): Promise<T> => {
    const response = await fetch(`${url}/api/0/organizations/acme/${path}`, {
      method,
      headers: { Authorization: `Bearer ${fixture.token}` },
    });
    if (!response.ok) throw new Error(`${method} ${path} is ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const members = await read<{ id: string; email: string }[]>('GET', 'members/');
  const member = members.find(({ email }) => email === MEMBER);
  const link = await read<{ url: string }>('POST', `members/${member?.id}/sign-in-link/`);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/sign-in${new URL(link.url).hash}`);
  await page.waitForURL(/\/organizations\//);
  const storageState = await context.storageState();
  await context.close();
  return { storageState };
}

/** Loads a page in a new context, whose cache is empty. */
async function open(
  browser: Browser,
  url: string,
  { address, content }: Opened,
  options: BrowserContextOptions,
): Promise<Loaded> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const received = await throttle(page);
  const selectors = [USABLE, content].map((selector) => `noteWhenShown(${JSON.stringify(selector)});`);
  await page.addInitScript({ content: NOTE_WHEN_SHOWN + selectors.join('') });
  await page.goto(url + address, { waitUntil: 'commit' });
  await page.locator(content).first().waitFor();
  const shownAt = await page.evaluate<Record<string, number>>('shownAt');
  const secondsOf = (selector: string): number => (shownAt[selector] ?? NaN) / 1000;
  const loaded = { usable: secondsOf(USABLE), complete: secondsOf(content), ...received() };
  await context.close();
  return loaded;
}

/** Returns the milliseconds of the longest task while a page opens on a slow processor; 0 if none is above 50. */
async function longestTask(
  browser: Browser,
  url: string,
  { address, content }: Opened,
  options: BrowserContextOptions,
): Promise<number> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript({ content: NOTE_TASKS });
  await page.goto(url + address);
  await page.locator(content).first().waitFor();
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  const tasks = await page.evaluate<number[]>('longTasks');
  await context.close();
  return Math.round(Math.max(0, ...tasks));
}

/** Slows the network of a page. Returns a function that reads its use so far. */
async function throttle(page: Page): Promise<() => Pick<Loaded, 'requests' | 'kilobytes'>> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', NETWORK);
  let requests = 0;
  let bytes = 0;
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  return () => ({ requests, kilobytes: Math.round(bytes / 1024) });
}

async function stop(program: RunningProgram, { databases, url }: SeededDatabase): Promise<void> {
  await program.stop();
  await databases.drop(url);
}
